"""Query runs and attempts."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.execution.models import Provider, Run
from transfers.execution.types import RunSummary

SQL = Queries(__file__, "execution.sql")
IMMEDIATE: Final = [Provider.SIMULATEUR.value, Provider.GSMA.value]
# What is handed over as a file, and settled by the file that comes back.
BY_FILE: Final = [Provider.FICHIER.value, Provider.VIREMENT_BANCAIRE.value]
# The invariants of payments, and their queries.
INVARIANTS: Final = {
    "3 a run has reserved what its open attempts may take": "find_wrong_reservations",
    "4 a payment, and a household in a period, has one live attempt": "find_double_attempts",
    "5 an attempt is confirmed exactly when one movement paid it": "find_unpaid_confirmations",
    "6 a payment says what its attempts say": "find_contradicting_payments",
}


def summarise_runs(runs: Iterable[Run]) -> RunSummary:
    """Return how far these runs are."""
    counts = SQL.fetch_one("summarise_run", {"runs": [run.id for run in runs]})
    is_open = counts["en_cours"] or counts["inconnus"]
    statut = "en_cours" if is_open else "echoue_partiel" if counts["echoues"] else "termine"
    return RunSummary(statut=statut, **counts)


def find_last_options(cycle: Cycle) -> dict[str, Any]:
    """Return the provider and the options of the latest run of a cycle, as a body of `executer`."""
    run = cycle.executions.order_by("-created_at", "-id").first()
    return {"fournisseur": run.fournisseur, **run.options} if run else {}


def list_due_runs() -> list[UUID]:
    """Return the runs that nobody drives although there is something to send or to ask for."""
    return SQL.fetch_column("list_due_runs", {"immediate": IMMEDIATE})


def find_faults(query: str) -> list[str]:
    """Return what breaks an invariant, by the name of its query."""
    return SQL.fetch_column(query)
