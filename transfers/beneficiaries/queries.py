"""Query beneficiaries."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from config.paging import Page, paginate, paginate_ids
from config.sql import Queries
from config.text import Normalised, build_code_condition, build_words_condition, split_words
from registry.households.api import normalise_phone
from transfers.beneficiaries.models import Beneficiary, ModePaiement, StatutEnrolement

SQL = Queries(__file__, "beneficiaries.sql")
# Query parameters and their lookups.
FILTERS: Final = {
    "statutEnrolement": "statut_enrolement",
    "region": "menage__region_id__in",
    "secteur": "menage__secteur_id__in",
    "localite": "menage__localite_id__in",
    "projet": "programme__projet_id__in",
    "programme": "programme_id",
    "menage.id": "menage_id",
}
SUMMARY: Final = (
    "id", "code", "nom_complet", "telephone", "mode_paiement", "compte_mobile", "compte_bancaire", "type",
    "statut_enrolement", "updated_at", "menage_id", "programme_id",
)  # fmt: skip
# Columns of related rows; areas without their boundaries.
SUMMARY_NESTED: Final = {
    "menage_code": "menage__code_menage",
    "region_id": "menage__region_id",
    "region_nom": "menage__region__nom",
    "secteur_id": "menage__secteur_id",
    "secteur_nom": "menage__secteur__nom",
    "programme_code": "programme__code",
    "programme_nom": "programme__nom",
}
DETAIL: Final = (
    *SUMMARY, "date_enrolement", "numero_op_b", "principal_id", "date_graduation", "date_sortie", "motif_sortie",
    "date_verification_document", "prochaine_recertification",
)  # fmt: skip
DETAIL_NESTED: Final = SUMMARY_NESTED | {
    "localite_id": "menage__localite_id",
    "localite_nom": "menage__localite__nom",
    "taille_menage": "menage__taille_menage",
    "score_pmt": "menage__score_pmt",
    "eligible_programme": "menage__eligible_programme",
    "principal_nom": "principal__nom_complet",
}


# Filters which few rows may match, or which are expensive: their ids are found independently of the list's order.
RARE: Final = {"search", "region", "secteur", "localite", "menage.id"}


def _build_search_condition(text: str, contacts: bool) -> Q:
    """Return the condition that a beneficiary matches `text`.

    The name contains each word of `text`, or the code equals it (with three characters or more: starts with it), or,
    with `contacts`, the telephone or mobile account is this number. Each part uses an index of this table; the database
    combines them by bitmap.
    """
    found = build_code_condition("code", text) | build_code_condition("code", text.upper())
    if contacts and any(mark.isdigit() for mark in text):
        number = normalise_phone(text)
        found |= Q(telephone=number) | Q(compte_mobile=number)
    if words := split_words(text):
        found |= build_words_condition("nom", words)
    return found


def filter_beneficiaries(query: dict[str, Any], contacts: bool = False) -> QuerySet[Beneficiary]:
    """Return beneficiaries under the filters of the list, newest first (ids are time-ordered)."""
    rows = Beneficiary.objects.filter(**{FILTERS[name]: query[name] for name in FILTERS if query.get(name) is not None})
    if query.get("actif") is not None:
        active = Q(statut_enrolement=StatutEnrolement.ACTIF)
        rows = rows.filter(active if query["actif"] else ~active)
    if text := query.get("search", "").strip():
        rows = rows.annotate(nom=Normalised("nom_complet")).filter(_build_search_condition(text, contacts))
    return rows.order_by("-id")


def paginate_summaries(rows: QuerySet[Beneficiary], query: dict[str, Any], user: Any) -> Page:
    """Return one page of summaries of these rows, visible to `user` and under `query`, in two or three queries."""
    rare = user.region_ids is not None or any(query.get(name) for name in RARE)
    page, limit = query["page"], query["limit"]
    if rare:
        found = paginate_ids(rows, page, limit, is_searched=bool(query.get("search")))
    else:
        found = paginate(rows.values_list("id", flat=True), page, limit)
    return found.of(list_summaries(found.items))


def list_summaries(ids: Iterable[UUID]) -> list[dict[str, Any]]:
    """Return the summaries of these beneficiaries, in their order, in one query."""
    wanted = list(ids)
    rows = Beneficiary.objects.filter(id__in=wanted).order_by()
    found = {row["id"]: row for row in rows.values(*SUMMARY, **_build_annotations(SUMMARY_NESTED))}
    return [found[identity] for identity in wanted if identity in found]


def find_detail(rows: QuerySet[Beneficiary], identity: UUID) -> dict[str, Any] | None:
    """Return the columns of one of these rows and of what it refers to, or None."""
    return rows.filter(id=identity).order_by().values(*DETAIL, **_build_annotations(DETAIL_NESTED)).first()


def _build_annotations(paths: dict[str, str]) -> dict[str, F]:
    return {name: F(path) for name, path in paths.items()}


def count_by_payment_mode(rows: QuerySet[Beneficiary]) -> dict[str, Any]:
    """Count these rows, the active ones, and by payment mode; `non_renseigne` counts those without a payment mode."""
    groups = rows.order_by().values("mode_paiement").annotate(
        n=Count("id"), actifs=Count("id", filter=Q(statut_enrolement=StatutEnrolement.ACTIF))
    )  # fmt: skip
    modes = dict.fromkeys(ModePaiement.values, 0)
    total = active = 0
    for group in groups:
        modes[group["mode_paiement"] or "non_renseigne"] = group["n"]
        total, active = total + group["n"], active + group["actifs"]
    return {"total": total, "actifs": active, "inactifs": total - active, "parModePaiement": modes}


def count_by_household(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of beneficiaries of each household which has any, including those who left."""
    found = Beneficiary.objects.filter(menage_id__in=ids).order_by().values("menage_id")
    return dict(found.annotate(n=Count("id")).values_list("menage_id", "n"))


def count_in_project(project_id: UUID) -> int:
    """Return the number of beneficiaries in the programmes of a project."""
    return Beneficiary.objects.filter(programme__projet_id=project_id).count()


def list_identifying_texts(household_id: UUID) -> Iterable[str]:
    """Return the texts which identify the beneficiaries of a household."""
    return [row["word"] for row in SQL.rows("words", {"id": household_id})]
