"""Query beneficiaries."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from config.paging import Page, paginate, paginate_ids
from config.sql import Queries
from registry.households.models import Household
from registry.timeline.api import TimelineEvent
from transfers.beneficiaries.filters import BeneficiaryContactFilters, BeneficiaryFilters
from transfers.beneficiaries.models import Beneficiary, ModePaiement, StatutEnrolement
from transfers.beneficiaries.types import BeneficiaryDetail, BeneficiarySummary

Row = TypeVar("Row", bound=BeneficiarySummary)

SQL = Queries(__file__, "beneficiaries.sql")
# Columns of related rows, by the field of a summary or detail; areas without their boundaries.
RELATED_COLUMNS: Final = {
    "menage_code": "menage__code_menage",
    "region_id": "menage__region_id",
    "region_nom": "menage__region__nom",
    "secteur_id": "menage__secteur_id",
    "secteur_nom": "menage__secteur__nom",
    "localite_id": "menage__localite_id",
    "localite_nom": "menage__localite__nom",
    "programme_code": "programme__code",
    "programme_nom": "programme__nom",
    "taille_menage": "menage__taille_menage",
    "score_pmt": "menage__score_pmt",
    "eligible_programme": "menage__eligible_programme",
    "principal_nom": "principal__nom_complet",
}
# Filters which few rows may match, or which are expensive: their ids are found independently of the list's order.
RARE_FILTERS: Final = {"search", "region", "secteur", "localite", "menage.id"}


def filter_beneficiaries(query: dict[str, Any], contacts: bool = False) -> QuerySet[Beneficiary]:
    """Return beneficiaries under the filters of the list, newest first (ids are time-ordered).

    With `contacts` the search also finds telephone and account numbers.
    """
    filters = BeneficiaryContactFilters if contacts else BeneficiaryFilters
    return filters.filter_rows(Beneficiary.objects.order_by("-id"), query)


def paginate_summaries(rows: QuerySet[Beneficiary], query: dict[str, Any], user: Caller) -> Page:
    """Return one page of summaries of these rows, visible to `user` and under `query`, in two or three queries."""
    rare = user.region_ids is not None or any(query.get(name) for name in RARE_FILTERS)
    page, limit = query["page"], query["limit"]
    if rare:
        found = paginate_ids(rows, page, limit, is_searched=bool(query.get("search")))
    else:
        found = paginate(rows.values_list("id", flat=True), page, limit)
    return found.replace_items(list_summaries(found.items))


def list_summaries(ids: Iterable[UUID]) -> list[BeneficiarySummary]:
    """Return the summaries of these beneficiaries, in their order, in one query."""
    wanted = list(ids)
    rows = Beneficiary.objects.filter(id__in=wanted).order_by()
    summaries = {row.id: row for row in _select(rows, BeneficiarySummary)}
    return [summaries[beneficiary_id] for beneficiary_id in wanted if beneficiary_id in summaries]


def find_detail(rows: QuerySet[Beneficiary], beneficiary_id: UUID) -> BeneficiaryDetail | None:
    """Return the columns of one of these rows and of what it refers to, or None."""
    return next(_select(rows.filter(id=beneficiary_id).order_by(), BeneficiaryDetail), None)


def _select(rows: QuerySet[Beneficiary], row_type: type[Row]) -> Iterator[Row]:
    """Yield the rows as objects of a dataclass, in one query for its fields."""
    names = [field.name for field in fields(row_type)]
    own = [name for name in names if name not in RELATED_COLUMNS]
    related = {name: F(RELATED_COLUMNS[name]) for name in names if name in RELATED_COLUMNS}
    return (row_type(**row) for row in rows.values(*own, **related))


def count_by_payment_mode(rows: QuerySet[Beneficiary]) -> dict[str, Any]:
    """Count these rows, the active ones, and by payment mode; `non_renseigne` counts those without a payment mode."""
    groups = (
        rows.order_by()
        .values_list("mode_paiement")
        .annotate(count=Count("id"), active=Count("id", filter=Q(statut_enrolement=StatutEnrolement.ACTIF)))
    )
    modes = dict.fromkeys(ModePaiement.values, 0)
    total = total_active = 0
    for mode, count, active in groups:
        modes[mode or "non_renseigne"] = count
        total, total_active = total + count, total_active + active
    return {"total": total, "actifs": total_active, "inactifs": total - total_active, "parModePaiement": modes}


def count_by_household(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of beneficiaries of each household which has any, including those who left."""
    found = Beneficiary.objects.filter(menage_id__in=ids).order_by().values("menage_id")
    return dict(found.annotate(n=Count("id")).values_list("menage_id", "n"))


def count_in_project(project_id: UUID) -> int:
    """Return the number of beneficiaries in the programmes of a project."""
    return Beneficiary.objects.filter(programme__projet_id=project_id).count()


def list_identifying_texts(household_id: UUID) -> Iterable[str]:
    """Return the texts which identify the beneficiaries of a household."""
    return SQL.fetch_column("list_identifying_texts", {"id": household_id})


def build_unconfirmed_condition() -> str:
    """Return the SQL condition on `menage` that the user %(user)s registered it and nobody else validated it."""
    return SQL["is_unconfirmed"]


def find_unconfirmed_households(household_ids: Iterable[UUID], user: Caller) -> set[UUID]:
    """Return which of these households `user` registered and nobody else validated.

    Empty unless the installation requires a second person (ENROLMENT_SECOND_PERSON).
    """
    if not settings.ENROLMENT_SECOND_PERSON:
        return set()
    params = {"menages": list(household_ids), "user": user.id}
    return set(SQL.fetch_column("find_unconfirmed_households", params, is_unconfirmed=build_unconfirmed_condition()))


def list_enrolment_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the enrolments, graduations and exits of the household, if the user may read transfers."""
    if not user.holds("transferts.lire"):
        return
    rows = Beneficiary.objects.visible_to(user).filter(menage=household)
    for row in rows.select_related("programme", "enrole_par"):
        author = {"id": row.enrole_par.id, "nom": row.enrole_par.nom_complet} if row.enrole_par else None
        details: dict[str, Any] = {
            "beneficiaireId": row.id,
            "codeBeneficiaire": row.code,
            "nomComplet": row.nom_complet,
            "typeBeneficiaire": row.type,
            "programmeId": row.programme_id,
            "programme": row.programme.nom,
        }
        yield TimelineEvent(row.date_enrolement, "enrolement", _("Enrôlé dans un programme"), author, details)
        if row.date_graduation:
            yield TimelineEvent(row.date_graduation, "graduation", _("Gradué d'un programme"), details=details)
        if row.date_sortie:
            exit_details = details | {"motif": row.motif_sortie}
            yield TimelineEvent(row.date_sortie, "sortie", _("Sorti d'un programme"), details=exit_details)
