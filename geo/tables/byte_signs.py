"""Search the bytes of a whole file for signs: a problem whose sign is absent need not be searched for in any row.

Runs in the child process.
"""

from collections.abc import Callable
from typing import Final

from geo.tables.damaged_text import DAMAGE_SIGNS, MAX_SIGN_BYTES, UTF_8_SIGNS
from geo.tables.formula_errors import MARKS

# Some cell may hold: the error of a failed formula; damaged text; UTF-8 in a file of another encoding.
FAILURES: Final = "formules"
DAMAGED: Final = "abime"
MIXED: Final = "melange"
SignTest = Callable[[bytes], bool]
SIGN_TESTS: Final[dict[str, SignTest]] = {
    FAILURES: lambda piece: any(mark in piece for mark in MARKS),
    DAMAGED: lambda piece: any(pattern.search(piece) for pattern in DAMAGE_SIGNS),
    MIXED: lambda piece: UTF_8_SIGNS.search(piece) is not None,
}


class SignSearch:
    """Collect those of the `searched` signs that occur in the chunks of a file."""

    def __init__(self, *searched: str) -> None:
        self.searched = searched
        self.found: set[str] = set()
        self._before = b""

    def search_chunk(self, chunk: bytes) -> None:
        """Search the next chunk, and the seam between it and the previous one."""
        seam, self._before = (
            self._before + chunk[:MAX_SIGN_BYTES],
            (self._before + chunk[-MAX_SIGN_BYTES:])[-MAX_SIGN_BYTES:],
        )
        for sign in self.searched:
            if sign not in self.found and (SIGN_TESTS[sign](chunk) or SIGN_TESTS[sign](seam)):
                self.found.add(sign)
