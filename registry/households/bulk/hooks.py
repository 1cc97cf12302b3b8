"""Declare what upper apps do at the end of a bulk load of households."""

from collections.abc import Callable

from config.hooks import Hook

# Takes the name of a temporary table with the households that were written or moved. Columns: `id`, and `place`, which
# is set only for those that the load itself has inserted.
BulkLoadCallback = Callable[[str], None]
bulk_load_callbacks = Hook[BulkLoadCallback]("Callbacks of bulk loads of households")
