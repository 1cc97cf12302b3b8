"""Fold the sums that triggers append (see `registry.households.tally.models`), and the changes of the map layers."""

from django.db import transaction

from config.locks import Lock, try_lock_name
from geo.layers.api import CELL_SUM_FIELDS, fold_changes, fold_sums
from registry.households.tally.models import SUM_FIELDS, HouseholdCell, HouseholdTally
from registry.households.tally.queries import SQL


@transaction.atomic
def fold_tallies() -> int:
    """Fold the tallies and map cells of households, and the changes of all layers; return the number of rows written.

    Totals are the same before, during and after, whatever other transactions write meanwhile. Does nothing while
    another process folds; leaves the tallies alone when no household has changed since the last fold.
    """
    if not try_lock_name(Lock.TALLY_FOLD):
        return 0
    SQL.execute("lock_households_against_truncate")
    written = 0
    if SQL.fetch_value("count_changes") > 1:
        written = fold_sums(HouseholdTally, SUM_FIELDS) + fold_sums(HouseholdCell, CELL_SUM_FIELDS)
    fold_changes()
    return written
