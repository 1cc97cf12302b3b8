"""Query a month of an operator account on both sides."""

from datetime import date
from typing import Any, Final

from django.conf import settings

from config.sql import Queries
from transfers.cycles.api import add_months
from transfers.operators.models import OperatorAccount
from transfers.reconciliation.figures.monthly_statements.types import (
    MonthGaps,
    MonthlyStatement,
    MonthSums,
    StatementOfMonth,
)

SQL: Final = Queries(__file__, "monthly_statements.sql")
AMOUNTS: Final = ("depots", "paiements", "frais", "extournes", "ajustements")


def build_monthly_statement(account: OperatorAccount, first: date) -> MonthlyStatement:
    """Return the month that begins on `first`: our movements by the day of their posting, their lines by their day."""
    params = {
        "compte": account.compte_id,
        "operateur": account.operateur_id,
        "projet": account.projet_id,
        "first": first,
        "after": add_months(first, 1),
        "zone": settings.TIME_ZONE,
    }
    ours = SQL.fetch_object(MonthSums, "sum_movements", params)
    statements = SQL.fetch_objects(StatementOfMonth, "list_statements", params)
    theirs = _sum_lines(params, statements)
    return MonthlyStatement(
        id=account.compte_id,
        code=account.code,
        nom_compte=account.nom_compte,
        operateur=account.operateur_id,
        mois=f"{first:%Y-%m}",
        sig=ours,
        operateur_dit=theirs,
        ecarts=_compare(ours, theirs) if theirs else None,
        releves=statements,
    )


def _sum_lines(params: dict[str, Any], statements: list[StatementOfMonth]) -> MonthSums | None:
    """Return what the operator says of a month, or None when no statement is about it."""
    sums = SQL.fetch_one("sum_lines", params)
    if not sums.pop("nb_lignes") and not statements:
        return None
    # A balance is that of the month when the statement begins, or ends, with it.
    opening = next((each.solde_ouverture for each in statements if each.periode_debut >= params["first"]), None)
    closing = next((each.solde_cloture for each in reversed(statements) if each.periode_fin < params["after"]), None)
    return MonthSums(ouverture=opening, cloture=closing, **sums)


def _compare(ours: MonthSums, theirs: MonthSums) -> MonthGaps:
    gaps = {name: getattr(theirs, name) - getattr(ours, name) for name in AMOUNTS}
    return MonthGaps(
        ouverture=_subtract(theirs.ouverture, ours.ouverture), cloture=_subtract(theirs.cloture, ours.cloture), **gaps
    )


def _subtract(theirs: int | None, ours: int | None) -> int | None:
    return None if theirs is None or ours is None else theirs - ours
