"""Confirm payments that had been taken as failed, and return payments that had been taken as paid.

Nothing that was posted is edited: a late confirmation posts the payment, a return reverses its movement. Both follow a
settlement in the same transaction (`settle_selected_outcomes`), which has locked the runs, attempts and accounts.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.utils import timezone

from config.caller import Caller
from config.sql import Queries
from transfers.execution.models import Run
from transfers.execution.queries import SQL as EXECUTION
from transfers.ledger.api import find_project_accounts, post_selected_lines
from transfers.ledger.models import Entry, EntryNature

SQL: Final = Queries(__file__, "corrections.sql")


def confirm_selected_attempts(
    *, runs: Sequence[Run], outcomes: str, params: dict[str, Any], user: Caller, reason: str
) -> int:
    """Confirm rejected attempts that a query selects, and post their payments; return how many.

    `runs` and their accounts are locked. `outcomes` is trusted SQL with the columns id, reference, montant_recu (null for
    the whole amount) and moment; the attempts are the last ones of payments without a live attempt. Raises
    INSUFFICIENT_FUNDS.
    """
    EXECUTION.execute("create_settled")
    count = SQL.execute("confirm_attempts", params | {"runs": [run.id for run in runs]}, outcomes=outcomes)
    if count:
        SQL.execute("correct_payments")
        _post_by_run(runs, EntryNature.PAIEMENT, EXECUTION["payment_lines"], {}, user, reason)
    return count


def return_selected_attempts(
    *, runs: Sequence[Run], returns: str, params: dict[str, Any], user: Caller, reason: str
) -> int:
    """Return confirmed attempts that a query selects: their payments have failed; return how many.

    `runs` and their accounts are locked. `returns` is trusted SQL with the columns id, motif and rendu, the amount that is
    on the account again.
    """
    EXECUTION.execute("create_settled")
    count = SQL.execute("return_attempts", params | {"runs": [run.id for run in runs]}, returns=returns)
    if count:
        SQL.execute("correct_payments")
        lines = SQL["return_lines"].format(returns=returns)
        _post_by_run(runs, EntryNature.CONTREPASSATION, lines, params, user, reason)
    return count


def _post_by_run(
    runs: Sequence[Run], nature: EntryNature, lines: str, params: dict[str, Any], user: Caller, reason: str
) -> None:
    """Post an entry for each run of which attempts were corrected."""
    settled = {row["execution_id"] for row in EXECUTION.fetch_rows("sum_settled")}
    for run in runs:
        if run.id not in settled:
            continue
        others = find_project_accounts(run.compte.projet_id)
        sides = {
            "run": run.id,
            "compte": run.compte_id,
            "cycle": run.cycle_id,
            "especes": others.especes_remises,
            "beneficiaires": others.beneficiaires,
            "compte_frais": others.frais,
            "attente": others.attente,
        }
        entry = Entry(nature=nature, date_valeur=timezone.localdate(), description=reason, auteur_id=user.id)
        post_selected_lines(entry=entry, lines=lines, params=params | sides)
