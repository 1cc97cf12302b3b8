"""Measure the sheets of an .xlsx before its reader allocates memory for them.

The reader lays a sheet out as a full grid from its first to its last filled cell, so that one isolated cell turns 5 kB
into gigabytes. Here the parts are decompressed once and only scanned: references of cells and rows give the grid, the
values the number of filled cells.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final

from geo.tables.byte_signs import SignSearch
from geo.tables.formula_errors import ERROR_CELL_MARKS
from geo.tables.sandbox import Archive, UnreadableFile

# Grids up to this many cells (64 MB) are always accepted; larger ones only when one cell in SPARSEST is filled.
ALWAYS: Final = 2_000_000
SPARSEST: Final = 10
# A part is read to its end before its grid is checked, unless it has more tags than this, out of that proportion.
ENDLESS: Final = 10_000_000
# No grid may have more cells than this (1.3 GB), however full it is.
LARGEST: Final = 40_000_000
# The value of an `r` attribute: A1 of a cell, 1 of a row. Readers accept either case and either quote.
REFERENCE: Final = re.compile(rb"r\s*=\s*[\"']([A-Za-z]{0,20})([0-9]{1,20})[\"']")
CELL: Final = (b"<c", b":c")
VALUE: Final = (b"<v", b":v", b"<is", b":is")
# Parts that hold no text of cells, but byte sequences that look like its signs.
LOOKS: Final = ("xl/styles", "xl/theme/", "xl/media/", "docProps/")
DECLARATION: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
MAX_TAG: Final = 1024 * 1024


def parse_column_letters(letters: bytes) -> int:
    """Return 1 for A, 27 for AA; 0 for no letters."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def format_column_number(number: int) -> str:
    """Return A for 1, AA for 27."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(65 + place) + letters
    return letters


def _count_cells(piece: bytes) -> int:
    return sum(piece.count(tag) for tag in CELL)


class SheetExtent:
    """Measure the grid of one sheet.

    Cells and rows without a reference follow the previous one, so they are counted. A part that is certain to have too
    many rows or cells is read no further: counting all of them takes minutes.
    """

    def __init__(self, max_rows: int, awaited_rows: int | None) -> None:
        self.max_rows, self.awaited_rows = max_rows, awaited_rows
        self.tags = 0
        self.last_row = self.last_column = self.filled = self.row_tags = self.widest = self.width = 0
        self.is_sheet = self.is_torn = self.has_formula_errors = False

    def scan(self, chunks: Iterable[bytes]) -> None:
        """Scan a part, split only before tags; a tag longer than MAX_TAG marks the sheet as torn."""
        rest = b""
        for chunk in chunks:
            piece = rest + chunk
            cut = max(piece.rfind(b"<"), 0)
            rest = piece[cut:]
            if len(rest) > MAX_TAG:
                self.is_torn, cut, rest = True, len(piece), b""
            self._scan_piece(piece[:cut])
        self._scan_piece(rest)

    def _scan_piece(self, piece: bytes) -> None:
        self.is_sheet = self.is_sheet or b"sheetData" in piece
        self.has_formula_errors = self.has_formula_errors or any(mark in piece for mark in ERROR_CELL_MARKS)
        self.filled += sum(piece.count(value) for value in VALUE)
        begun, *others = piece.replace(b":row", b"<row").split(b"<row")
        self.row_tags += len(others)
        self._check_rows()
        widths = [self.width + _count_cells(begun), *map(_count_cells, others)]
        found = REFERENCE.findall(piece)
        self.tags += max(len(found), sum(widths) - self.width)
        if self.tags > max(ENDLESS, SPARSEST * self.filled):
            raise UnreadableFile("memoire")
        self.widest, self.width = max(self.widest, *widths), widths[-1]
        if found:
            letters, numbers = zip(*found, strict=True)
            self.last_row = max(self.last_row, *map(int, set(numbers)))
            self.last_column = max(self.last_column, *map(parse_column_letters, set(letters)))

    def _check_rows(self) -> None:
        """Raise UnreadableFile for more rows than `max_rows` (with as many blank ones) or than the caller waits for."""
        if self.row_tags > 2 * self.max_rows:
            raise UnreadableFile("lignes", max=self.max_rows)
        if self.is_sheet and self.awaited_rows is not None and self.row_tags - 1 > self.awaited_rows:
            raise UnreadableFile("trop_long")

    @property
    def rows(self) -> int:
        return max(self.last_row, self.row_tags)

    @property
    def columns(self) -> int:
        return max(self.last_column, self.widest)

    def check_size(self) -> None:
        """Raise UnreadableFile when the sheet is torn or its grid is too large for what it holds."""
        if self.is_sheet and self.is_torn:
            raise UnreadableFile("classeur")
        cells = self.rows * self.columns
        if self.is_sheet and cells > min(max(ALWAYS, SPARSEST * self.filled), LARGEST):
            far = {"ligne": self.rows, "colonne": format_column_number(self.columns)}
            raise UnreadableFile("memoire" if cells <= SPARSEST * self.filled else "cellule_loin", **far)


def _refuse_declarations(chunks: Generator[bytes, None, None]) -> Iterator[bytes]:
    """Yield the chunks unchanged.

    Raises UnreadableFile for a declaration of a document type or an entity, and for UTF-16.
    """
    before = b""
    for chunk in chunks:
        window = before + chunk
        if DECLARATION.search(window) or window.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise UnreadableFile("entites")
        before = chunk[-32:]
        yield chunk


def _search_signs(chunks: Iterable[bytes], signs: SignSearch) -> Iterator[bytes]:
    for chunk in chunks:
        signs.search_chunk(chunk)
        yield chunk


def inspect_archive(archive: Archive, options: dict[str, Any], signs: SignSearch) -> list[str]:
    """Decompress an .xlsx once before its reader opens it, and list the parts that are sheets with formula errors.

    The chunks are also searched for `signs`. Raises UnreadableFile for a zip bomb, for entities, for a sheet whose grid
    is out of proportion, and for more rows than the caller waits for (`awaited_rows`).
    """
    failures = []
    for name in archive.list_names():
        # The workbook may name any part as a sheet, so all are scanned.
        extent = SheetExtent(options["max_rows"], options["awaited_rows"])
        chunks = _refuse_declarations(archive.read_member(name))
        extent.scan(chunks if name.startswith(LOOKS) else _search_signs(chunks, signs))
        extent.check_size()
        if extent.is_sheet and extent.has_formula_errors:
            failures.append(name)
    return failures
