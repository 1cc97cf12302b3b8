"""Query samples of the paid, and what they have shown."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Region
from transfers.receipts.filters import AnswerFilters
from transfers.receipts.models import DIFFERENCE, ReceiptAnswer, ReceiptCheck
from transfers.receipts.rules import estimate_stratum, estimate_total
from transfers.receipts.types import CheckResult, CheckTotals, Stratum, StratumResult

SQL = Queries(__file__, "receipts.sql")


def count_strata(cycle_id: UUID) -> list[Stratum]:
    """Return the paid of a cycle by region and operator."""
    return SQL.fetch_objects(Stratum, "count_strata", {"cycle": cycle_id})


def list_checks(cycle_id: UUID, user: Caller) -> QuerySet[ReceiptCheck]:
    """Return the samples of a cycle, newest first, with how many payments of them `user` sees, and their answers."""
    seen = Q() if user.region_ids is None else Q(reponses__region_id__in=user.region_ids)
    answers = Q(reponses__recu__isnull=False)
    differences = Q(reponses__in=ReceiptAnswer.objects.filter(DIFFERENCE))
    rows = ReceiptCheck.objects.filter(cycle=cycle_id).annotate(
        taille=Count("reponses", filter=seen),
        repondus=Count("reponses", filter=seen & answers),
        ecarts=Count("reponses", filter=seen & differences),
    )
    # Counting drops the order of the model.
    return rows.order_by("-numero")


def filter_answers(check_id: UUID, query: dict[str, Any]) -> QuerySet[ReceiptAnswer]:
    """Return the payments of a sample under the filters of the list, with what is shown of them, by reference."""
    region = Region.objects.filter(id=OuterRef("region_id")).values("nom")[:1]
    rows = ReceiptAnswer.objects.filter(verification=check_id).select_related("paiement", "saisi_par")
    rows = rows.order_by("paiement__reference").annotate(region_nom=Subquery(region))
    return AnswerFilters.filter_rows(rows, query)


def compute_result(check: ReceiptCheck, user: Caller) -> CheckResult:
    """Return what a sample has shown so far, of the regions that `user` sees: one query."""
    visible = None if user.region_ids is None else list(user.region_ids)
    params = {"verification": check.id, "visible": visible}
    rows = SQL.fetch_objects(StratumResult, "count_answers", params)
    confidence = float(check.confiance)
    shown = [replace(row, estimation=estimate_stratum(row, confidence)) for row in rows]
    return CheckResult(_sum_strata(rows, confidence), shown)


def _sum_strata(rows: list[StratumResult], confidence: float) -> CheckTotals:
    asked, answered = sum(row.taille for row in rows), sum(row.repondus for row in rows)
    return CheckTotals(
        population=sum(row.population for row in rows),
        taille=asked,
        repondus=answered,
        taux_reponse=answered / asked if asked else 0.0,
        oui=sum(row.oui for row in rows),
        partiel=sum(row.partiel for row in rows),
        non=sum(row.non for row in rows),
        frais=sum(row.frais for row in rows),
        ecarts=sum(row.ecarts for row in rows),
        sans_reponse=sum(row.population for row in rows if not row.repondus),
        estimation=estimate_total(rows, confidence),
    )
