"""Folding the sums that triggers append (see `registry.households.tally`), and the layers' changes with them."""

from django.db import connection, models, transaction

from config.sql import Queries
from geo.layers.services import fold_changes
from registry.households.tally import HouseholdCell, HouseholdTally

SQL = Queries(__file__, "fold.sql")


def _columns(model: type[models.Model]) -> tuple[list[str], list[str]]:
    """The columns that name a group, and those that are added up: everything from `n` on."""
    names = [str(field.column) for field in model._meta.local_concrete_fields if not field.primary_key]
    at = names.index("n")
    return names[:at], names[at:]


def _fold(model: type[models.Model]) -> int:
    keys, sums = _columns(model)
    statement = SQL["fold"].format(
        table=model._meta.db_table,
        keys=", ".join(keys),
        columns=", ".join(sums),
        sums=", ".join(f"sum({name})" for name in sums),
        zeros=", ".join("0" for _ in sums),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount


@transaction.atomic
def fold_tallies() -> int:
    """Fold the tallies and map cells of households, and the changes of all layers; answer the rows made.

    Totals are the same before, during and after, whatever others write meanwhile. Does nothing when no household
    has changed since the last fold, or while another process folds.
    """
    if not SQL.one("take_turn")["mine"]:
        return 0
    SQL.run("keep_table")
    made = 0
    # One row is what the last fold left behind.
    if SQL.one("changes")["changes"] > 1:
        made = _fold(HouseholdTally) + _fold(HouseholdCell)
    fold_changes()
    return made
