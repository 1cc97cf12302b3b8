"""Read CSV of unknown encoding and separator, and split its records so that a broken row damages no other.

Runs in the child process (except `has_more_lines`, which interprets nothing); uses neither Django nor the database.
"""

import codecs
import csv
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from geo.tables.byte_signs import DAMAGED, FAILURES, MIXED, SignSearch
from geo.tables.character_sets import is_character_set
from geo.tables.formats import OLE, UTF_16, ZIP
from geo.tables.sandbox import CHUNK, UnreadableFile

SEPARATORS = ";,\t|"
HEAD = 4096
BLANK = b"\xef\xbb\xbf \t\r\n"
# How other files begin that users send as CSV.
FOREIGN = (ZIP, OLE, b"%PDF")
MAX_LINE = 1_000_000
# The titles of a table that begins with lines about the file are among these.
HEAD_LINES = 30
# A quoted cell may hold line breaks; when it spans more lines than this, the quote was never closed.
MAX_SPAN = 20
BEYOND_ASCII = re.compile("[^\x00-\x7f\ufffd]")
# A record: its first line in the file, its cells, and the fault of the row as a whole (see geo.tables.messages).
Record = tuple[int, list[str], str | None]
# An open file: its header, about how many rows follow, the records, and facts about the file.
OpenedTable = tuple[list[str], int, Iterator[Record], dict[str, Any]]


def _is_damaged_utf8(path: Path) -> bool:
    """Return whether a file that is not valid UTF-8 is damaged or truncated UTF-8 rather than Windows-1252."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    good = bad = 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            text = decoder.decode(chunk)
            bad += text.count("\ufffd")
            good += len(BEYOND_ASCII.findall(text))
    return good > bad


def refuse_too_many_rows(rows: int, options: dict[str, Any]) -> None:
    """Raise UnreadableFile when there are more rows than the caller waits for (`awaited_rows`)."""
    if options["awaited_rows"] is not None and rows > options["awaited_rows"]:
        raise UnreadableFile("trop_long")


def _is_binary(head: bytes) -> bool:
    return head.count(b"\x00") * 5 > len(head) or head.startswith(FOREIGN)


def has_more_lines(path: Path, max_rows: int) -> bool:
    """Return whether a text file has more than `max_rows` rows, by its line ends alone.

    Nothing is interpreted, so that this may run outside the child process. False where only the child can tell.
    """
    feeds = returns = 0
    with path.open("rb") as file:
        head = file.read(HEAD)
        if _is_binary(head) or head.startswith(UTF_16) or not head.strip(BLANK):
            return False
        file.seek(0)
        for chunk in iter(partial(file.read, CHUNK), b""):
            feeds, returns = feeds + chunk.count(b"\n"), returns + chunk.count(b"\r")
    return max(feeds, returns) - 1 > max_rows


def _build_decoder(wanted: str | None) -> codecs.IncrementalDecoder:
    if wanted and not is_character_set(wanted):
        raise UnreadableFile("encodage_inconnu", encodage=wanted)
    return codecs.getincrementaldecoder(wanted or "utf-8")()


def _detect_encoding(path: Path, wanted: str | None, signs: SignSearch) -> tuple[str, int]:
    """Return the encoding and the number of line ends.

    The encoding in `wanted`, else UTF-8, is verified by decoding the whole file. Raises UnreadableFile.
    """
    decoder = _build_decoder(wanted)
    feeds, returns, valid = 0, 0, True
    with path.open("rb") as file:
        head = file.read(HEAD)
        if not head.strip(BLANK):
            raise UnreadableFile("blanc" if head else "vide")
        if wanted is None and head.startswith(UTF_16):
            file.seek(0)
            for chunk in iter(partial(file.read, CHUNK), b""):
                feeds += chunk.count(b"\n")
                signs.search_chunk(chunk)
            return "utf-16", feeds
        if head.startswith(FOREIGN) or (wanted is None and _is_binary(head)):
            raise UnreadableFile("pas_csv")
        file.seek(0)
        while chunk := file.read(CHUNK):
            feeds, returns = feeds + chunk.count(b"\n"), returns + chunk.count(b"\r")
            signs.search_chunk(chunk)
            try:
                valid = valid and decoder.decode(chunk) is not None
            except UnicodeError:
                valid = False
    if wanted and not valid:
        raise UnreadableFile("encodage", encodage=wanted)
    found = "utf-8-sig" if valid or _is_damaged_utf8(path) else "cp1252"
    return wanted or found, max(feeds, returns)


def _find_other_signs(path: Path, encoding: str, wanted: str | None) -> set[str]:
    """Return the signs of a file that is not UTF-8.

    In Windows-1252 that was guessed it is searched for UTF-8 (MIXED). In an encoding of its own (such as UTF-16), or
    one that the caller named, bytes say nothing: all rows are checked.
    """
    if encoding == "utf-8-sig":
        return set()
    signs = SignSearch(MIXED)
    if encoding == "cp1252" and wanted is None:
        with path.open("rb") as file:
            for chunk in iter(partial(file.read, CHUNK), b""):
                signs.search_chunk(chunk)
        return signs.found
    return {DAMAGED, FAILURES}


def _read_lines(path: Path, encoding: str) -> Iterator[str]:
    r"""Yield the lines without their ends (`\n`, `\r\n` or `\r`), with undecodable bytes as U+FFFD."""
    rest = ""
    with path.open(encoding=encoding, errors="replace", newline=None) as text:
        while chunk := text.read(CHUNK):
            *whole, rest = (rest + chunk).split("\n")
            if len(rest) > MAX_LINE:
                raise UnreadableFile("ligne_longue")
            yield from whole
    if rest:
        yield rest


class _NumberedLines:
    """Number the lines, take lines back, and allow at most `max_blank` blank ones."""

    def __init__(self, lines: Iterator[str], max_blank: int) -> None:
        self.lines = lines
        self.number = 0
        self.back: list[str] = []
        self.max_blank = max_blank
        self.blank = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.back.pop() if self.back else next(self.lines)
        self.number += 1
        return line

    def give_back(self, lines: list[str]) -> None:
        self.back += reversed(lines)
        self.number -= len(lines)

    def count_blank(self) -> None:
        """Count a blank line: the limit of rows does not count these, but millions of them take minutes too."""
        self.blank += 1
        if self.blank > self.max_blank:
            raise UnreadableFile("lignes_vides", max=self.max_blank)


def _parse_quoted_record(first: str, source: _NumberedLines, separator: str) -> tuple[list[str], list[str] | None]:
    """Return the cells of a record with quotes and the further lines that it spans, or None for an unclosed quote."""
    taken: list[str] = []
    ended = False

    def feed() -> Iterator[str]:
        nonlocal ended
        yield first + "\n"
        for line in source:
            taken.append(line)
            yield line + "\n"
            if len(taken) == MAX_SPAN:
                break
        ended = True

    try:
        cells = next(csv.reader(feed(), delimiter=separator))
    except csv.Error:
        ended = True
        cells = []
    if ended:
        source.give_back(taken)
        return first.split(separator), None
    return cells, taken


def _split_records(source: _NumberedLines, separator: str, width: int) -> Iterator[Record]:
    for line in source:
        number = source.number
        if '"' not in line:
            if line and not line.isspace():
                yield number, line.split(separator), None
            else:
                source.count_blank()
            continue
        cells, taken = _parse_quoted_record(line, source, separator)
        if taken and len(cells) != width:
            # Two stray quotes joined several records: only the first line has the fault.
            source.give_back(taken)
            taken = None
        if taken is None:
            yield number, line.split(separator), "guillemet"
        elif any(cells):
            yield number, cells, None
        else:
            source.count_blank()


def _mark_truncated_end(path: Path, records: Iterator[Record], width: int) -> Iterator[Record]:
    """Mark the last record as truncated when it is short and has no line end."""
    with path.open("rb") as file:
        file.seek(-1, 2)
        complete = file.read(1) in b"\r\n\x00"
    previous = next(records, None)
    for record in records:
        if previous:
            yield previous
        previous = record
    if previous:
        number, cells, fault = previous
        cut = not complete and len(cells) < width
        yield number, cells, fault or ("coupee" if cut else None)


def _find_title_line(first: str, source: _NumberedLines, options: dict[str, Any]) -> str:
    """Return the line of the titles: the first one among HEAD_LINES that `is_header` accepts, else `first`."""
    is_header = options.get("is_header")
    if is_header is None:
        return first
    line, taken = first, []
    for _ in range(HEAD_LINES):
        if is_header(_split_titles(line)[0]):
            return line
        if (following := next(source, None)) is None:
            break
        line = following
        taken.append(line)
    source.give_back(taken)
    return first


def _split_titles(line: str) -> tuple[list[str], str]:
    """Return the titles of a line, and the separator that it has most often outside quotes."""
    bare = "".join(line.split('"')[::2])
    separator = max(SEPARATORS, key=bare.count)
    return next(csv.reader([line], delimiter=separator), []), separator


def read_text(path: Path, options: dict[str, Any]) -> OpenedTable:
    """Open a CSV file. Raises UnreadableFile."""
    csv.field_size_limit(MAX_LINE)
    wanted = options.get("encoding")
    signs = SignSearch(FAILURES, DAMAGED)
    encoding, lines = _detect_encoding(path, wanted, signs)
    signs.found |= _find_other_signs(path, encoding, wanted)
    refuse_too_many_rows(max(lines - 1, 0), options)
    source = _NumberedLines(_read_lines(path, encoding), options["max_rows"])
    first = next(source, "").removeprefix("\ufeff")
    if first.lower().startswith("sep=") and len(first) == 5:
        first = next(source, "")
    while first and not first.strip(f'{SEPARATORS} "'):
        source.count_blank()
        first = next(source, "")
    if "\x00" in first:
        raise UnreadableFile("pas_csv")
    header, separator = _split_titles(_find_title_line(first, source, options))
    records = _mark_truncated_end(path, _split_records(source, separator, len(header)), len(header))
    notices = ["encodage_devine"] if encoding == "cp1252" and wanted is None else []
    facts = {
        "format": "CSV",
        "encodage": encoding,
        "separateur": separator,
        "avis": notices,
        "signes": sorted(signs.found),
    }
    return header, max(lines - 1, 0), records, facts
