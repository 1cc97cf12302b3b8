"""Confirm rejected attempts, by sets: attempts, payments and money in one transaction."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils import timezone

from config.caller import Caller
from config.sql import Queries
from transfers.execution.models import Run
from transfers.execution.queries import SQL as EXECUTION
from transfers.ledger.api import find_project_accounts, post_selected_lines
from transfers.ledger.models import Entry, EntryNature

SQL: Final = Queries(__file__, "late_confirmations.sql")


def confirm_locked_payments(
    *, runs: Sequence[Run], outcomes: str, params: dict[str, Any], user: Caller, reason: str
) -> int:
    """Confirm rejected attempts that a query selects, and post their payments; return how many.

    Follows a settlement in the same transaction (`settle_selected_outcomes`), which has locked the runs, their accounts
    and those of their projects. `outcomes` is trusted SQL with the columns id, reference, montant_recu (null for the whole
    amount) and moment; the attempts are the last ones of payments without a live attempt. Raises INSUFFICIENT_FUNDS.
    """
    EXECUTION.execute("create_settled")
    count = SQL.execute("confirm_attempts", params | {"runs": [run.id for run in runs]}, outcomes=outcomes)
    if count:
        SQL.execute("confirm_payments")
        settled = {row["execution_id"] for row in EXECUTION.fetch_rows("sum_settled")}
        for run in runs:
            if run.id in settled:
                _post_payments(run, user, reason)
    return count


def _post_payments(run: Run, user: Caller, reason: str) -> None:
    others = find_project_accounts(run.compte.projet_id)
    entry = Entry(nature=EntryNature.PAIEMENT, date_valeur=timezone.localdate(), description=reason, auteur_id=user.id)
    params = {
        "run": run.id,
        "compte": run.compte_id,
        "especes": others.especes_remises,
        "cycle": run.cycle_id,
        "beneficiaires": others.beneficiaires,
        "compte_frais": others.frais,
    }
    post_selected_lines(entry=entry, lines=EXECUTION["payment_lines"], params=params)
