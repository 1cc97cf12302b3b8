"""What the bytes of a file say of it as a whole: what no row can hold need not be looked for in any.

Runs in the child process.
"""

from typing import Final

from geo.tables.failures import MARKS

# Some cell may hold what a spreadsheet shows where a formula failed.
FAILURES: Final = "formules"


class Signs:
    """What was seen in the chunks of a file."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def look(self, chunk: bytes) -> None:
        if FAILURES not in self.found and any(mark in chunk for mark in MARKS):
            self.found.add(FAILURES)
