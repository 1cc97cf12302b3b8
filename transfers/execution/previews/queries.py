"""Query what a run would send, by the rule that it sends by."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from config.caller import Caller
from transfers.approvals.api import find_funding_needs
from transfers.cycles.models import Cycle
from transfers.execution.previews.types import AccountPreview, ModeAmount, ModeCount, RunPreview
from transfers.execution.queries import SQL
from transfers.execution.selection.queries import (
    build_choice,
    build_run_params,
    find_run_accounts,
    list_planned_operators,
    select_chosen_payments,
)
from transfers.execution.types import RunOptions
from transfers.operators.models import OperatorAccount
from transfers.payments.models import PaymentStatus


def preview_runs(cycle: Cycle, options: RunOptions, user: Caller) -> RunPreview:
    """Return what paying the planned payments of a cycle would send now. Raises as `begin_runs` does for its accounts."""
    params = build_run_params(cycle, options, PaymentStatus.PLANIFIE) | {"auteur": user.id}
    accounts = find_run_accounts(cycle, options, params) if list_planned_operators(params) else []
    modes = {account.compte_id: _count_modes(account, options, params) for account in accounts}
    engaged = find_funding_needs([account.compte_id for account in accounts], other_than=cycle)
    rows = [
        _build_account(account, modes[account.compte_id], engaged.get(account.compte_id, 0))
        for account in OperatorAccount.objects.filter(compte__in=modes).select_related("compte", "operateur")
    ]
    shown = sorted((row for row in rows if row.nombre), key=lambda row: -row.montant)
    return RunPreview(
        nombre=sum(row.nombre for row in shown),
        montant=sum(row.montant for row in shown),
        comptes=shown,
        restes=_subtract_modes(SQL.fetch_objects(ModeCount, "count_modes", params), modes.values()),
    )


def _count_modes(account: OperatorAccount, options: RunOptions, params: dict[str, Any]) -> list[ModeAmount]:
    choice = params | build_choice(account, options)
    parts = {"chosen": select_chosen_payments(), "payable": SQL["payable"]}
    return SQL.fetch_objects(ModeAmount, "preview_run", choice, **parts)


def _build_account(account: OperatorAccount, modes: list[ModeAmount], engaged: int) -> AccountPreview:
    amount = sum(mode.montant for mode in modes)
    free = account.compte.solde - account.compte.reserve
    return AccountPreview(
        operateur=account.operateur_id,
        operateur_label=account.operateur.label,
        nombre=sum(mode.nombre for mode in modes),
        montant=amount,
        disponible=free,
        engage=engaged,
        manque=max(0, amount - free),
    )


def _subtract_modes(planned: list[ModeCount], leaving: Iterable[list[ModeAmount]]) -> list[ModeCount]:
    """Return what stays of each mode, the most first."""
    gone: Counter[str | None] = Counter()
    for modes in leaving:
        for mode in modes:
            gone[mode.mode] += mode.nombre
    stays = [ModeCount(mode.mode, mode.nombre - gone[mode.mode]) for mode in planned]
    return sorted((mode for mode in stays if mode.nombre), key=lambda mode: -mode.nombre)
