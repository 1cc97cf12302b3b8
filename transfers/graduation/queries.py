"""Query graduations, candidates, and how beneficiaries fare under the criteria of their programme."""

from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Avg, Count, DurationField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncMonth

from config.caller import Caller
from config.sql import Queries
from registry.households.api import tune_reading
from transfers.beneficiaries.api import LockedBeneficiary
from transfers.beneficiaries.models import Beneficiary, Type
from transfers.conditionality.api import build_rates
from transfers.cycles.models import Cycle, StatutValidation
from transfers.graduation.filters import GraduationFilters
from transfers.graduation.models import OPEN_STATUSES, Graduation, GraduationResult, GraduationStatus, Recommendation
from transfers.graduation.rules import MEASURED_TYPES
from transfers.graduation.types import (
    AffectedCycle,
    Candidate,
    CandidatePage,
    ComparedCriterion,
    CriterionVerdict,
    GraduationFigures,
    MonthCount,
    Person,
    ProcessingTime,
    Suitability,
)
from transfers.payments.models import Payment, PaymentStatus

SQL = Queries(__file__, "graduation.sql")
# Conditions on the beneficiaries `b` whose verdicts are asked for.
CANDIDATES: Final = """
b.programme_id = %(programme)s AND b.type = 'principal' AND b.statut_enrolement = 'actif'
AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s))
AND NOT EXISTS (SELECT FROM transfers_graduation AS open
                WHERE open.beneficiaire_id = b.id AND open.statut = ANY(%(open)s))
"""
NAMED: Final = "b.id = ANY(%(beneficiaries)s)"


def build_verdicts(people: str) -> str:
    """Return the query of the verdicts on the beneficiaries that fulfil a condition on `b`."""
    return SQL["verdicts"].format(people=people, rates=build_rates("SELECT id FROM person"))


def fetch_graduations() -> QuerySet[Graduation]:
    """Return graduations with what their responses name."""
    results = GraduationResult.objects.filter(graduation=OuterRef("pk")).order_by().values("graduation")
    met, asked = Count("id", filter=Q(valide=True)), Count("id")
    rows = Graduation.objects.select_related(
        "beneficiaire__programme", "menage", "propose_par", "evalue_par", "decide_par", "annule_par"
    )
    return rows.annotate(
        criteres_valides=Coalesce(Subquery(results.annotate(n=met).values("n")), 0),
        criteres_total=Coalesce(Subquery(results.annotate(n=asked).values("n")), 0),
    )


def filter_graduations(query: dict[str, Any]) -> QuerySet[Graduation]:
    """Return graduations under the filters of the list, newest first."""
    return GraduationFilters.filter_rows(fetch_graduations(), query)


def list_verdicts(beneficiary_ids: list[UUID]) -> list[CriterionVerdict]:
    """Return what the active criteria of their programmes say of these beneficiaries now."""
    params = {"beneficiaries": beneficiary_ids}
    return SQL.fetch_objects(CriterionVerdict, "list_verdicts", params, verdicts=build_verdicts(NAMED))


def list_criteria(graduation: Graduation) -> list[ComparedCriterion]:
    """Return the results of a graduation's evaluation; before it, what the criteria say now."""
    results = list(graduation.resultats.all())
    if results:
        return [_build_compared_criterion(row, row.critere_id, row.valeur, row.valeur_calculee) for row in results]
    verdicts = list_verdicts([graduation.beneficiaire_id])
    return [_build_compared_criterion(row, row.critere_id, row.valeur, row.valeur) for row in verdicts]


def _build_compared_criterion(row: Any, critere: UUID | None, valeur: Any, calculee: Any) -> ComparedCriterion:
    return ComparedCriterion(
        critere=critere,
        nom=row.nom,
        type=row.type,
        operateur=row.operateur,
        valeur_seuil=float(row.valeur_seuil),
        poids=row.poids,
        obligatoire=row.obligatoire,
        valide=row.valide,
        valeur=None if valeur is None else float(valeur),
        valeur_calculee=None if calculee is None else float(calculee),
    )


def list_candidates(programme_id: UUID, page: int, limit: int, user: Caller) -> CandidatePage:
    """Return the candidates of a programme whom `user` sees: active principals without an open graduation.

    They meet all obligatory criteria that the rows tell, and at least one criterion. One statement, whatever their
    number.
    """
    regions = user.region_ids
    params = {
        "programme": programme_id,
        "regions": None if regions is None else list(regions),
        "open": list(OPEN_STATUSES),
        "measured": sorted(MEASURED_TYPES),
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    with transaction.atomic():
        tune_reading()
        rows = SQL.fetch_rows("select_candidates", params, verdicts=build_verdicts(CANDIDATES), score=SQL["score"])
    found = [_read_candidate(row) for row in rows if row["id"] is not None]
    return CandidatePage(found, rows[0]["total"])


def _read_candidate(row: dict[str, Any]) -> Candidate:
    complete = row["remplis"] == row["demandes"]
    advice = Recommendation.APPROUVER if complete else Recommendation.EXAMINER
    fared = Suitability(float(row["score"]), row["remplis"], row["demandes"], advice)
    return Candidate(Person(row["id"], row["nom_complet"]), fared)


def filter_awaiting_cycles(beneficiaries: list[LockedBeneficiary]) -> QuerySet[Cycle]:
    """Return the cycles under validation, or validated, whose lists hold these principals, unpaid."""
    unpaid = (PaymentStatus.PLANIFIE, PaymentStatus.EN_COURS, PaymentStatus.ECHOUE)
    held = Payment.objects.filter(
        cycle=OuterRef("pk"), principal_id__in=[row.id for row in beneficiaries], statut__in=unpaid
    )
    return Cycle.objects.filter(
        Exists(held),
        programme_id__in={row.programme_id for row in beneficiaries},
        statut_validation__in=(StatutValidation.EN_ATTENTE, StatutValidation.VALIDE),
    )


def list_affected_cycles(beneficiaries: list[LockedBeneficiary]) -> list[AffectedCycle]:
    """Return the cycles whose lists hold these principals, unpaid, and what becomes of the payments."""
    params = {
        "principals": [row.id for row in beneficiaries],
        "programmes": list({row.programme_id for row in beneficiaries}),
    }
    return SQL.fetch_objects(AffectedCycle, "list_affected_cycles", params)


def compute_figures(programme_id: UUID, user: Caller) -> GraduationFigures:
    """Return the figures of a programme's graduations which `user` sees, in four queries."""
    principals = Beneficiary.objects.visible_to(user).filter(programme_id=programme_id, type=Type.PRINCIPAL)
    rows = Graduation.objects.visible_to(user).filter(beneficiaire__programme_id=programme_id).order_by()
    counts = dict.fromkeys(GraduationStatus.values, 0)
    counts |= dict(rows.values_list("statut").annotate(n=Count("id")))
    approved = rows.filter(statut=GraduationStatus.APPROUVEE)
    months = approved.annotate(month=TruncMonth("date_effective")).values_list("month").annotate(n=Count("id"))
    length = ExpressionWrapper(F("date_decision") - F("date_proposition"), output_field=DurationField())
    mean = rows.filter(date_decision__isnull=False).aggregate(mean=Avg(length))["mean"]
    total = principals.count()
    return GraduationFigures(
        total_beneficiaires=total,
        total_graduations=sum(counts.values()),
        graduations_par_statut=counts,
        taux_graduation=round(100 * counts[GraduationStatus.APPROUVEE] / total, 2) if total else None,
        graduations_par_mois=[MonthCount(f"{month:%Y-%m}", n) for month, n in months.order_by("month")],
        temps_traitement_moyen=ProcessingTime(
            None if mean is None else round(mean.total_seconds() / 86400, 2), "jours"
        ),
    )
