"""Query the households eligible for a programme, those which are next, and the principals of a programme."""

from contextlib import nullcontext
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, Q
from django.utils import timezone

from config.caller import Caller
from config.locks import Lock, claim_lock
from config.paging import Page, limit_search_time
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.households.models import Household
from registry.projects.api import find_closed_projects
from transfers.beneficiaries.api import build_unconfirmed_condition
from transfers.beneficiaries.models import Beneficiary, StatutEnrolement, Type
from transfers.enrolment.filters import EligibleFilters
from transfers.enrolment.types import EligibleHousehold, EligibleHouseholds, EligiblePage, PaymentCount, RegionCount
from transfers.programmes.api import build_eligible_households_sql
from transfers.programmes.models import Programme, Statut

SQL = Queries(__file__, "enrolment.sql")
ENROLLED: Final = "enrole"
NOT_ENROLLED: Final = "non_enrole"
STATUS_CONDITIONS: Final = {ENROLLED: "menage.enrole", NOT_ENROLLED: "NOT menage.enrole"}


def find_eligible_households(programme: Programme, query: dict[str, Any], user: Caller) -> EligibleHouseholds:
    """Return the counts and one page of the eligible households, poorest first, in two queries.

    `search` matches words of the head's name, or the beginning of the code; `statut` is enrole or non_enrole. The
    counts ignore both filters.
    """
    eligible, params = build_eligible_households_sql(programme, user)
    conditions = [STATUS_CONDITIONS[query["statut"]]] if query.get("statut") else []
    if text := query.get("search", "").strip():
        matches = EligibleFilters.filter_rows(Household.objects.all(), query)
        matching, values = compile_subquery(matches, "cherche", "id")
        conditions.append(f"menage.id IN ({matching})")
        params |= values
    page, limit = query["page"], query["limit"]
    params |= {"programme": programme.id, "limit": limit, "offset": (page - 1) * limit}
    with limit_search_time() if text else nullcontext():
        [found] = SQL.fetch_objects(
            EligiblePage, "select_page", params, eligible=eligible, conditions=" AND ".join(conditions) or "true"
        )
    preview = {"ids": found.ids, "programme": programme.id}
    households = SQL.fetch_objects(EligibleHousehold, "list_previews", preview) if found.ids else []
    return EligibleHouseholds(found.eligibles, found.enroles, Page(households, page, limit, found.total))


def list_next_households(
    programme: Programme, user: Caller, limit: int | None, newcomers_only: bool = False
) -> list[UUID]:
    """Return the households which an enrolment without ids takes, poorest first, at most `limit`.

    They are eligible, seen by `user`, and never had a principal in the programme (with `newcomers_only`: never
    had a beneficiary in any).
    """
    eligible, params = build_eligible_households_sql(programme, user)
    params |= {"programme": programme.id, "limit": limit, "newcomers_only": newcomers_only, "user": user.id}
    return SQL.fetch_column("list_next_households", params, eligible=eligible, enrollable=_build_second_person_sql())


def _build_second_person_sql() -> str:
    """Return the condition which leaves out a candidate that enrolment would refuse because of who registered it."""
    if not settings.ENROLMENT_SECOND_PERSON:
        return "true"
    own = f"SELECT FROM registry_menage AS menage WHERE menage.id = candidate.id AND {build_unconfirmed_condition()}"
    return f"NOT EXISTS ({own})"


def lock_household_choice(*programme_ids: UUID) -> None:
    """Lock the choice of households for these programmes until this transaction ends.

    Must be called before any row is locked.
    """
    claim_lock(Lock.ENROLMENT_CHOICES)
    SQL.fetch_rows("lock_household_choice", {"programmes": [str(programme_id) for programme_id in programme_ids]})


def list_enrolling_programmes() -> list[Programme]:
    """Return the active programmes which enrol now, in the order of their start.

    They are not over and their project allows enrolment.
    """
    not_over = Q(date_fin__isnull=True) | Q(date_fin__gte=timezone.localdate())
    rows = Programme.objects.filter(not_over, statut=Statut.ACTIF).exclude(
        projet_id__in=list(find_closed_projects("enroler"))
    )
    return list(rows.order_by("date_debut", "code"))


def find_households_with_beneficiaries(ids: list[UUID]) -> set[UUID]:
    """Return which of these households have or had a beneficiary, in any programme."""
    return set(Beneficiary.objects.filter(menage_id__in=ids).order_by().values_list("menage_id", flat=True))


def count_by_payment(programme: Programme, user: Caller) -> list[PaymentCount]:
    """Count the principals by activity and payment mode, active ones first."""
    groups = (
        _filter_principals(programme, user)
        .values_list("statut_enrolement", "mode_paiement")
        .annotate(count=Count("id"))
    )
    counts: dict[tuple[bool, str | None], int] = {}
    for statut, mode, count in groups:
        key = statut == StatutEnrolement.ACTIF, mode
        counts[key] = counts.get(key, 0) + count
    ordered = sorted(counts.items(), key=lambda item: (not item[0][0], item[0][1] or ""))
    return [PaymentCount(active, mode, count) for (active, mode), count in ordered]


def count_by_region(programme: Programme, user: Caller) -> list[RegionCount]:
    """Count the principals by region, largest first."""
    groups = _filter_principals(programme, user).values(region=F("menage__region__nom")).annotate(count=Count("id"))
    return [RegionCount(**row) for row in groups.order_by("-count", "region")]


def _filter_principals(programme: Programme, user: Caller) -> Any:
    return Beneficiary.objects.visible_to(user).filter(programme=programme, type=Type.PRINCIPAL).order_by()
