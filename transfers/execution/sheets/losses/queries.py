"""Query what is decided about missing cash."""

from typing import Final

from config.sql import Queries
from transfers.execution.sheets.losses.models import CashLoss
from transfers.execution.sheets.models import Sheet

SQL = Queries(__file__, "losses.sql")
# The invariant of lost cash, and its query.
INVARIANTS: Final = {"what is lost is what two people wrote off": "find_wrong_losses"}


def find_loss(sheet: Sheet) -> CashLoss | None:
    """Return what people decided about the missing cash of a sheet: open or confirmed."""
    rows = CashLoss.objects.select_related("propose_par", "confirme_par", "feuille")
    return rows.filter(feuille=sheet).first()


def find_faults(query: str) -> list[str]:
    """Return what breaks an invariant, by the name of its query."""
    return SQL.fetch_column(query)
