"""How much room the sheets of an .xlsx ask for, found out before its reader makes that room.

The reader lays a sheet out as a full grid from its first to its last filled cell, so that one cell far from the
others makes gigabytes of 5 kB. Here the parts are inflated once, counted, and only looked at: references of cells
and rows give the grid, the values the number of filled cells.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final

from geo.tables.failures import TYPED
from geo.tables.sandbox import Archive, Unreadable
from geo.tables.signs import Signs

# Grids up to this many cells (64 MB) are always made; larger ones only when one cell in SPARSEST is filled.
ALWAYS: Final = 2_000_000
SPARSEST: Final = 10
# A part is read to its end before its grid is judged; with more tags than this, out of that proportion, it is not.
ENDLESS: Final = 10_000_000
# No grid has more cells than this (1.3 GB), however full it is.
LARGEST: Final = 40_000_000
# The value of an `r`: A1 of a cell, 1 of a row. Readers take it in either case and with either quote.
REFERENCE: Final = re.compile(rb"r\s*=\s*[\"']([A-Za-z]{0,20})([0-9]{1,20})[\"']")
CELL: Final = (b"<c", b":c")
VALUE: Final = (b"<v", b":v", b"<is", b":is")
# Parts that hold no text of a cell, and signs of it anyway.
LOOKS: Final = ("xl/styles", "xl/theme/", "xl/media/", "docProps/")
DECLARATION: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
MAX_TAG: Final = 1024 * 1024


def column_number(letters: bytes) -> int:
    """1 for A, 27 for AA; 0 for none."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def column_letters(number: int) -> str:
    """A for 1, AA for 27."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(65 + place) + letters
    return letters


def _cells(piece: bytes) -> int:
    return sum(piece.count(tag) for tag in CELL)


class Extent:
    """The grid of one sheet. Cells and rows without a reference follow the one before them: they are counted.

    A part that surely has too many rows or cells is read no further: counting all of them takes minutes.
    """

    def __init__(self, max_rows: int, most: int | None) -> None:
        self.max_rows, self.most = max_rows, most
        self.tags = 0
        self.last_row = self.last_column = self.filled = self.row_tags = self.widest = self.width = 0
        self.is_sheet = self.torn = self.failures = False

    def read(self, chunks: Iterable[bytes]) -> None:
        """Look at a part, cut only in front of tags: one that is longer than any honest tag tears the sheet."""
        rest = b""
        for chunk in chunks:
            piece = rest + chunk
            cut = max(piece.rfind(b"<"), 0)
            rest = piece[cut:]
            if len(rest) > MAX_TAG:
                self.torn, cut, rest = True, len(piece), b""
            self._add(piece[:cut])
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self.is_sheet = self.is_sheet or b"sheetData" in piece
        self.failures = self.failures or any(mark in piece for mark in TYPED)
        self.filled += sum(piece.count(value) for value in VALUE)
        begun, *others = piece.replace(b":row", b"<row").split(b"<row")
        self.row_tags += len(others)
        self._check_rows()
        widths = [self.width + _cells(begun), *map(_cells, others)]
        found = REFERENCE.findall(piece)
        self.tags += max(len(found), sum(widths) - self.width)
        if self.tags > max(ENDLESS, SPARSEST * self.filled):
            raise Unreadable("memoire")
        self.widest, self.width = max(self.widest, *widths), widths[-1]
        if found:
            letters, numbers = zip(*found, strict=True)
            self.last_row = max(self.last_row, *map(int, set(numbers)))
            self.last_column = max(self.last_column, *map(column_number, set(letters)))

    def _check_rows(self) -> None:
        """Raise Unreadable for more rows than are taken, with as many blank ones, or than the caller waits for."""
        if self.row_tags > 2 * self.max_rows:
            raise Unreadable("lignes", max=self.max_rows)
        if self.is_sheet and self.most is not None and self.row_tags - 1 > self.most:
            raise Unreadable("trop_long")

    @property
    def rows(self) -> int:
        return max(self.last_row, self.row_tags)

    @property
    def columns(self) -> int:
        return max(self.last_column, self.widest)

    def check(self) -> None:
        """Raise Unreadable when the grid is too large for what it holds."""
        if self.is_sheet and self.torn:
            raise Unreadable("classeur")
        cells = self.rows * self.columns
        if self.is_sheet and cells > min(max(ALWAYS, SPARSEST * self.filled), LARGEST):
            far = {"ligne": self.rows, "colonne": column_letters(self.columns)}
            raise Unreadable("memoire" if cells <= SPARSEST * self.filled else "cellule_loin", **far)


def _plain(chunks: Generator[bytes, None, None]) -> Iterator[bytes]:
    """The same bytes; raises Unreadable at a declaration of a document type or an entity, and for UTF-16."""
    before = b""
    for chunk in chunks:
        window = before + chunk
        if DECLARATION.search(window) or window.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Unreadable("entites")
        before = chunk[-32:]
        yield chunk


def _looked(chunks: Iterable[bytes], signs: Signs) -> Iterator[bytes]:
    for chunk in chunks:
        signs.look(chunk)
        yield chunk


def inspect(archive: Archive, options: dict[str, Any], signs: Signs) -> list[str]:
    """Inflate an .xlsx once, counting and looking for `signs`, before its reader meets it; answer which sheets
    hold errors of formulas.

    Raises Unreadable for a bomb, for entities, for a sheet whose grid is out of proportion, and for more rows than
    the caller waits for (`most`).
    """
    failures = []
    for name in archive.names():
        # Any part may be named as a sheet, so all are looked at.
        extent = Extent(options["max_rows"], options["most"])
        chunks = _plain(archive.read(name))
        extent.read(chunks if name.startswith(LOOKS) else _looked(chunks, signs))
        extent.check()
        if extent.is_sheet and extent.failures:
            failures.append(name)
    return failures
