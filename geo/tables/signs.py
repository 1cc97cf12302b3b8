"""Search the bytes of a whole file for signs: a problem whose sign is absent need not be searched for in any row.

Runs in the child process.
"""

from collections.abc import Callable
from typing import Final

from geo.tables.damage import IN_UTF_8, LONGEST, UTF_8
from geo.tables.failures import MARKS

# Some cell may hold: the error of a failed formula; damaged text; UTF-8 in a file of another encoding.
FAILURES: Final = "formules"
DAMAGED: Final = "abime"
MIXED: Final = "melange"
Look = Callable[[bytes], bool]
LOOKS: Final[dict[str, Look]] = {
    FAILURES: lambda piece: any(mark in piece for mark in MARKS),
    DAMAGED: lambda piece: any(pattern.search(piece) for pattern in IN_UTF_8),
    MIXED: lambda piece: UTF_8.search(piece) is not None,
}


class SignSearch:
    """Collect those of the `asked` signs that occur in the chunks of a file."""

    def __init__(self, *asked: str) -> None:
        self.asked = asked
        self.found: set[str] = set()
        self._before = b""

    def look(self, chunk: bytes) -> None:
        """Search the next chunk, and the seam between it and the previous one."""
        seam, self._before = self._before + chunk[:LONGEST], (self._before + chunk[-LONGEST:])[-LONGEST:]
        for sign in self.asked:
            if sign not in self.found and (LOOKS[sign](chunk) or LOOKS[sign](seam)):
                self.found.add(sign)
