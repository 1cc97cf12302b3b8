"""Query the households eligible for a programme, those which are next, and the principals of a programme."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final, TypeVar
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
from transfers.eligibility.selections.models import TargetingSelection
from transfers.enrolment.filters import EligibleFilters
from transfers.enrolment.types import (
    EligibleHousehold,
    EligibleHouseholds,
    EligiblePage,
    ExcludedPage,
    ExclusionCount,
    PaymentCount,
    RegionCount,
)
from transfers.programmes.api import build_eligible_households_sql, build_ready_households_sql, compile_criteria
from transfers.programmes.models import Programme, Statut

Row = TypeVar("Row")
SQL = Queries(__file__, "enrolment.sql")
ENROLLED: Final = "enrole"
NOT_ENROLLED: Final = "non_enrole"
# Of the households that a statement with criteria returns.
ELIGIBLE_COLUMNS: Final = "menage.id, menage.score_pmt"
EXCLUDED: Final = "exclu"
STATUS_CONDITIONS: Final = {ENROLLED: "menage.enrole", NOT_ENROLLED: "NOT menage.enrole"}


def find_eligible_households(programme: Programme, query: dict[str, Any], user: Caller) -> EligibleHouseholds:
    """Return the counts and one page of the eligible households, poorest first, in two queries.

    `search` matches words of the head's name, or the beginning of the code; `statut` is enrole or non_enrole. The
    counts ignore both filters. With the statut exclu the page is of ready households that the criteria keep out, whether
    they are enrolled or not.
    """
    if query.get("statut") == EXCLUDED:
        return _find_excluded_households(programme, query, user)
    criteria = compile_criteria(programme)
    eligible, params = build_ready_households_sql(user, criteria, ELIGIBLE_COLUMNS, criteria.condition)
    conditions = [STATUS_CONDITIONS[query["statut"]]] if query.get("statut") else []
    found = _select_page(EligiblePage, "select_page", programme, query, conditions, params, eligible=eligible)
    page = _build_page(programme, query, found.ids, found.total)
    return EligibleHouseholds(found.eligibles, found.enroles, page, criteria.labels)


def _select_page(
    row_type: type[Row],
    name: str,
    programme: Programme,
    query: dict[str, Any],
    conditions: list[str],
    params: dict[str, Any],
    **parts: str,
) -> Row:
    """Return the counts and ids of one page, by a query of that name under the filters."""
    page, limit, text = query["page"], query["limit"], query.get("search", "").strip()
    params = params | {"programme": programme.id, "limit": limit, "offset": (page - 1) * limit}
    if text:
        matching, values = compile_subquery(
            EligibleFilters.filter_rows(Household.objects.all(), query), "cherche", "id"
        )
        conditions = [*conditions, f"menage.id IN ({matching})"]
        params |= values
    with limit_search_time() if text else nullcontext():
        return SQL.fetch_object(row_type, name, params, conditions=" AND ".join(conditions) or "true", **parts)


def _build_page(programme: Programme, query: dict[str, Any], ids: list[UUID], total: int) -> Page:
    preview = {"ids": ids, "programme": programme.id}
    households = SQL.fetch_objects(EligibleHousehold, "list_previews", preview) if ids else []
    return Page(households, query["page"], query["limit"], total)


def _find_excluded_households(programme: Programme, query: dict[str, Any], user: Caller) -> EligibleHouseholds:
    """Return one page of the ready households that the criteria keep out, each with the criteria that do."""
    criteria = compile_criteria(programme)
    eligible, params = build_ready_households_sql(user, criteria, ELIGIBLE_COLUMNS, criteria.condition)
    counts = _select_page(EligiblePage, "select_page", programme, query, ["false"], params, eligible=eligible)
    columns = f"{ELIGIBLE_COLUMNS}, {criteria.failures} AS criteres"
    ready, params = build_ready_households_sql(user, criteria, columns, "true")
    found = _select_page(ExcludedPage, "select_excluded_page", programme, query, [], params, ready=ready)
    reasons = _list_reasons(programme, found.ids)
    page = _build_page(programme, query, found.ids, found.total)
    rows = [replace(row, raisons=reasons[row.id]) for row in page.items]
    exclusions = [
        ExclusionCount(criteria.criteria[row["place"]].label, row["menages"], row["seuls"]) for row in found.par_critere
    ]
    return EligibleHouseholds(counts.eligibles, counts.enroles, page.replace_items(rows), criteria.labels, exclusions)


def _list_reasons(programme: Programme, ids: list[UUID]) -> dict[UUID, list[str]]:
    """Return the labels of the criteria that each of these households does not meet."""
    criteria = compile_criteria(programme, few=True)
    params = criteria.params | {"ids": ids}
    found = SQL.fetch_mapping("list_reasons", params, failures=criteria.failures, joins=criteria.joins)
    return {household_id: criteria.describe(places) for household_id, places in found.items()}


def list_next_households(
    programme: Programme,
    user: Caller,
    limit: int | None,
    newcomers_only: bool = False,
    selection: TargetingSelection | None = None,
) -> list[UUID]:
    """Return the households which an enrolment without ids tries, poorest first, at most `limit` beside those it will refuse.

    They are eligible, seen by `user`, and never had a principal in the programme (with `newcomers_only`: never
    had a beneficiary in any). With a selection they are those to whom the free places of each of its areas go, in the
    order of their ranks: the chosen ones, then the reserve.
    """
    eligible, params = build_eligible_households_sql(programme, user)
    params |= {"programme": programme.id, "limit": limit, "newcomers_only": newcomers_only, "user": user.id}
    if selection is None:
        return SQL.fetch_column(
            "list_next_households",
            params | {"certain": settings.DUPLICATE_CERTAIN},
            eligible=eligible,
            enrollable=_build_second_person_sql(),
            doubles=SQL["doubles_of_programme"],
        )
    params |= {"selection": selection.id}
    return SQL.fetch_column("list_next_selected", params, eligible=eligible, enrollable=_build_second_person_sql())


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
