"""Name the backup in the history."""

from typing import Final

# The kind of the operation that a finished backup leaves.
HISTORY_KIND: Final = "sauvegarde"
