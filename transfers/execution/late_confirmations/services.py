"""Confirm rejected attempts, by sets: attempts, payments and money in one transaction."""

from collections.abc import Sequence
from typing import Any, Final

from config.caller import Caller
from config.sql import Queries
from transfers.execution.models import Run
from transfers.execution.queries import SQL as EXECUTION
from transfers.execution.settlement.services import post_paid_attempts
from transfers.execution.types import SettledRun
from transfers.ledger.api import find_project_accounts

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
        settled = {row.execution_id: row for row in EXECUTION.fetch_objects(SettledRun, "sum_settled")}
        for run in runs:
            if row := settled.get(run.id):
                others = find_project_accounts(run.compte.projet_id)
                post_paid_attempts(run=run, settled=row, others=others, author_id=user.id, reason=reason)
    return count
