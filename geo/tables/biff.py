"""Where the cells of an .xls are that hold an error: its reader gives nothing for them, as if they were empty.

An .xls is a container of streams (MS-CFB), of which one holds the workbook as records (MS-XLS). Nothing is read here
but what leads to the records of errors. Runs in the child process.
"""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from geo.tables.sandbox import Unreadable

ERRORS: Final = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!",
                 0x2A: "#N/A", 0x2B: "#GETTING_DATA"}  # fmt: skip
STREAMS: Final = ("workbook", "book")
STREAM: Final = 2
ROOT: Final = 5
# What follows the last sector of a chain, and everything else that is no sector.
NO_SECTOR: Final = 0xFFFFFFFA
FORMULA, END, SHEET, BOOL_OR_ERROR, BEGIN = 0x0006, 0x000A, 0x0085, 0x0205, 0x0809
# By these bytes a stream may hold an error: as a cell of its own, or as the result of a formula.
SIGN: Final = re.compile(rb"\x05\x02\x08\x00.{7}\x01|\x06\x00.{8}\x02.{5}\xff\xff", re.DOTALL)
Cells = dict[tuple[int, int], str]


class _Container:
    """The streams of a file, each a chain of sectors."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        shift, mini_shift = struct.unpack_from("<HH", content, 30)
        directory, _signature, self.cutoff, mini_table, _count, more = struct.unpack_from("<6I", content, 48)
        self.size, self.mini_size = 1 << shift, 1 << mini_shift
        self.table: list[int] = []
        self.table = self._numbers(self._tables(more))
        self.entries = list(self._entries(self._joined(self._chain(directory, self.table))))
        self.mini_table = self._numbers(self._chain(mini_table, self.table))

    def _sector(self, number: int) -> bytes:
        return self.content[(number + 1) * self.size : (number + 2) * self.size]

    def _numbers(self, sectors: list[int]) -> list[int]:
        joined = self._joined(sectors)
        return list(struct.unpack(f"<{len(joined) // 4}I", joined[: len(joined) // 4 * 4]))

    def _joined(self, sectors: list[int]) -> bytes:
        return b"".join(map(self._sector, sectors))

    def _tables(self, more: int) -> list[int]:
        """The sectors of the table of sectors: the first 109 stand in the header."""
        found = list(struct.unpack_from("<109I", self.content, 76))
        while more < NO_SECTOR and len(found) * self.size <= len(self.content):
            *others, more = self._numbers([more])
            found += others
        return [number for number in found if number < NO_SECTOR]

    def _chain(self, first: int, table: list[int]) -> list[int]:
        """The sectors from `first` on; a chain that is a circle ends where the table does."""
        found: list[int] = []
        while first < NO_SECTOR and len(found) <= len(table):
            found.append(first)
            first = table[first]
        return found

    @staticmethod
    def _entries(directory: bytes) -> Iterator[tuple[str, int, int, int]]:
        """Name, type, first sector and size of each entry."""
        for place in range(0, len(directory) - 127, 128):
            length, kind = struct.unpack_from("<HB", directory, place + 64)
            first, size = struct.unpack_from("<II", directory, place + 116)
            yield (
                directory[place : place + max(length - 2, 0)].decode("utf-16-le", "replace").lower(),
                kind,
                first,
                size,
            )

    def workbook(self) -> bytes:
        """The records of the workbook."""
        for wanted in STREAMS:
            for name, kind, first, size in self.entries:
                if name == wanted and kind == STREAM:
                    return self._stream(first, size)
        return b""

    def _stream(self, first: int, size: int) -> bytes:
        if size >= self.cutoff:
            return self._joined(self._chain(first, self.table))[:size]
        root = next(first for _name, kind, first, _size in self.entries if kind == ROOT)
        small = self._joined(self._chain(root, self.table))
        parts = (number * self.mini_size for number in self._chain(first, self.mini_table))
        return b"".join(small[place : place + self.mini_size] for place in parts)[:size]


def _records(stream: bytes, place: int) -> Iterator[tuple[int, int, int]]:
    """Number, depth and place of each record, until what begins at `place` ends."""
    depth = 0
    while place + 4 <= len(stream):
        number, length = struct.unpack_from("<HH", stream, place)
        depth += (number == BEGIN) - (number == END)
        yield number, depth, place + 4
        if depth == 0:
            return
        place += 4 + length


def _errors(stream: bytes, place: int) -> Iterator[tuple[tuple[int, int], str]]:
    for number, depth, at in _records(stream, place):
        if depth != 1 or number not in (FORMULA, BOOL_OR_ERROR):
            continue
        if number == BOOL_OR_ERROR:
            code, wrong = struct.unpack_from("<6xBB", stream, at)
        else:
            kind, code, sign = struct.unpack_from("<6xBxB3xH", stream, at)
            wrong = kind == 2 and sign == 0xFFFF
        if wrong:
            row, column = struct.unpack_from("<HH", stream, at)
            yield (row, column), ERRORS.get(code, "#N/A")


def error_cells(path: Path, sheet: int) -> Cells:
    """The error of each cell (row and column from 0) of the sheet of this place that holds one. Raises Unreadable."""
    try:
        stream = _Container(path.read_bytes()).workbook()
        if not SIGN.search(stream):
            return {}
        sheets = [at for number, depth, at in _records(stream, 0) if number == SHEET and depth == 1]
        return dict(_errors(stream, struct.unpack_from("<I", stream, sheets[sheet])[0]))
    except (struct.error, IndexError, StopIteration) as error:
        raise Unreadable("classeur") from error
