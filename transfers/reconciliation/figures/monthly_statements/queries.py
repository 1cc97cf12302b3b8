"""Query a month of an operator account on both sides."""

from collections.abc import Iterator
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
from transfers.reconciliation.statements.api import normalise_account

SQL: Final = Queries(__file__, "monthly_statements.sql")
AMOUNTS: Final = ("depots", "paiements", "frais", "extournes", "ajustements")


def build_monthly_statement(account: OperatorAccount, first: date) -> MonthlyStatement:
    """Return the month that begins on `first`: our movements by the day of their posting, their lines by their day."""
    params = {
        "compte": account.compte_id,
        # What its lines are stored under: its id, or its number where it was not known yet.
        "comptes": [str(account.compte_id), normalise_account(account.numero_compte)],
        "operateur": account.operateur_id,
        "projet": account.projet_id,
        "first": first,
        "after": add_months(first, 1),
        "zone": settings.TIME_ZONE,
    }
    ours = SQL.fetch_object(MonthSums, "sum_movements", params)
    statements = SQL.fetch_objects(StatementOfMonth, "list_statements", params)
    theirs = _sum_lines(params, statements, ours)
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


def _sum_lines(params: dict[str, Any], statements: list[StatementOfMonth], ours: MonthSums) -> MonthSums | None:
    """Return what the operator says of a month, or None when no statement is about it."""
    sums = SQL.fetch_one("sum_lines", params)
    if sums["premier"] is None and not statements:
        return None
    moved = [day for day in (ours.premier, ours.dernier, sums["premier"], sums["dernier"]) if day]
    opening = next(_list_openings(statements, params["first"], min(moved, default=date.max)), None)
    closing = next(_list_closings(statements, params["after"], max(moved, default=date.min)), None)
    return MonthSums(ouverture=opening, cloture=closing, **sums)


def _list_openings(statements: list[StatementOfMonth], first: date, earliest: date) -> Iterator[int]:
    """Yield the balances that statements of a month begin with, when nothing moved in it before them, on either side."""
    for each in statements:
        begin = each.annonce_debut or each.periode_debut
        if each.solde_ouverture is not None and each.periode_debut >= first and begin <= earliest:
            yield each.solde_ouverture


def _list_closings(statements: list[StatementOfMonth], after: date, latest: date) -> Iterator[int]:
    """Yield the balances that statements of a month end with, when nothing moved in it after them, on either side."""
    for each in reversed(statements):
        end = each.annonce_fin or each.periode_fin
        if each.solde_cloture is not None and each.periode_fin < after and end >= latest:
            yield each.solde_cloture


def _compare(ours: MonthSums, theirs: MonthSums) -> MonthGaps:
    gaps = {name: getattr(theirs, name) - getattr(ours, name) for name in AMOUNTS}
    return MonthGaps(
        ouverture=_subtract(theirs.ouverture, ours.ouverture), cloture=_subtract(theirs.cloture, ours.cloture), **gaps
    )


def _subtract(theirs: int | None, ours: int | None) -> int | None:
    return None if theirs is None or ours is None else theirs - ours
