"""Fold the sums that triggers append (see `registry.households.tally`), and the changes of the map layers."""

from django.db import transaction

from config.sql import Queries
from geo.layers import api as layers
from geo.layers.api import fold_changes, fold_sums
from registry.households.tally import SUMS, HouseholdCell, HouseholdTally

SQL = Queries(__file__, "fold.sql")


@transaction.atomic
def fold_tallies() -> int:
    """Fold the tallies and map cells of households, and the changes of all layers; return the number of rows written.

    Totals are the same before, during and after, whatever other transactions write meanwhile. Does nothing while
    another process folds; leaves the tallies alone when no household has changed since the last fold.
    """
    if not SQL.one("take_turn")["mine"]:
        return 0
    SQL.run("keep_table")
    made = 0
    # A fold leaves one row.
    if SQL.one("changes")["changes"] > 1:
        made = fold_sums(HouseholdTally, SUMS) + fold_sums(HouseholdCell, layers.SUMS)
    fold_changes()
    return made
