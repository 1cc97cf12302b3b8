"""Query what of cycles is on the way, and who decided to close them."""

from typing import Final
from uuid import UUID

from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.execution.closings.models import CycleClosing
from transfers.execution.closings.types import Unfinished

SQL = Queries(__file__, "closings.sql")
# The invariant of closed cycles, and its query.
INVARIANTS: Final = {"nothing of a closed cycle is engaged": "find_open_closings"}


def find_closing(cycle: Cycle) -> CycleClosing | None:
    """Return what people decided about closing a cycle: open or confirmed."""
    rows = CycleClosing.objects.select_related("propose_par", "confirme_par")
    return rows.filter(cycle=cycle).first()


def count_unfinished(programme_id: UUID, cycle_id: UUID | None = None) -> Unfinished:
    """Return what of a programme, or of one of its cycles, is on the way still."""
    return SQL.fetch_object(Unfinished, "count_unfinished", {"programme": programme_id, "cycle": cycle_id})


def find_faults(query: str) -> list[str]:
    """Return what breaks an invariant, by the name of its query."""
    return SQL.fetch_column(query)
