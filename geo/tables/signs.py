"""What the bytes of a file say of it as a whole: what no row can hold need not be looked for in any.

Runs in the child process.
"""

from collections.abc import Callable
from typing import Final

from geo.tables.damage import IN_UTF_8, LONGEST, UTF_8
from geo.tables.failures import MARKS

# Some cell may hold what a spreadsheet shows where a formula failed; damaged text; UTF-8 although the file is none.
FAILURES: Final = "formules"
DAMAGED: Final = "abime"
MIXED: Final = "melange"
Look = Callable[[bytes], bool]
LOOKS: Final[dict[str, Look]] = {
    FAILURES: lambda piece: any(mark in piece for mark in MARKS),
    DAMAGED: lambda piece: any(pattern.search(piece) for pattern in IN_UTF_8),
    MIXED: lambda piece: UTF_8.search(piece) is not None,
}


class Signs:
    """What was seen in the chunks of a file, of the signs that are `asked` for."""

    def __init__(self, *asked: str) -> None:
        self.asked = asked
        self.found: set[str] = set()
        self._before = b""

    def look(self, chunk: bytes) -> None:
        """Look at the next chunk, and at where it meets the one before."""
        seam, self._before = self._before + chunk[:LONGEST], (self._before + chunk[-LONGEST:])[-LONGEST:]
        for sign in self.asked:
            if sign not in self.found and (LOOKS[sign](chunk) or LOOKS[sign](seam)):
                self.found.add(sign)
