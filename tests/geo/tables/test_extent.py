"""A workbook of a few kilobytes cannot ask for gigabytes, whichever import it is sent to."""

import io
import time
import zipfile

import openpyxl
import pytest

from geo.tables.byte_signs import SignSearch
from geo.tables.sandbox import Archive, UnreadableFile
from geo.tables.sheet_extent import format_column_number, inspect_archive, parse_column_letters
from geo.tables.table import read_table

OPTIONS = {"max_inflated": 50_000_000, "max_columns": 200, "max_rows": 1_000_000, "awaited_rows": None}
HEAD = b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
FIRST = b'<row r="1"><c r="A1"><v>1</v></c></row>'


def workbook(path, rows, part="xl/worksheets/sheet1.xml"):
    """An .xlsx whose sheet holds `rows` as they are."""
    book = io.BytesIO()
    openpyxl.Workbook().save(book)
    sheet = HEAD + b"<sheetData>" + rows + b"</sheetData></worksheet>"
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = sheet if name == "xl/worksheets/sheet1.xml" else old.read(name)
            content = content.replace(b"worksheets/sheet1.xml", part.removeprefix("xl/").encode())
            new.writestr(part if name == "xl/worksheets/sheet1.xml" else name, content)
    return path


FAR = {
    "cell": FIRST + b'<row r="500000"><c r="BH500000"><v>1</v></c></row>',
    "lower-case": FIRST + b'<row r="500000"><c s="0" r = \'bh500000\'><v>1</v></c></row>',
    "no-space": FIRST + b'<row r="500000"><c s="0"r="BH500000"><v>1</v></c></row>',
    "prefixed": FIRST + b'<x:row xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="500000">'
    b'<c r="BH500000"><v>1</v></c></x:row>',
    "last-corner": FIRST + b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    "row-number": b"<row><c><v>1</v></c></row>" + b'<row r="900000">' + b"<c><v>1</v></c>" * 100 + b"</row>",
    "unnamed": b"<row>"
    + b"<c/>" * 2000
    + b"<c><v>1</v></c></row>"
    + b"<row/>" * 20_000
    + b"<row><c><v>1</v></c></row>",
}


@pytest.mark.parametrize("rows", FAR.values(), ids=FAR)
def test_a_far_cell_is_refused_before_room_is_made(tmp_path, rows):
    path = workbook(tmp_path / "far.xlsx", rows)
    assert path.stat().st_size < 8_000
    started = time.process_time()
    with pytest.raises(UnreadableFile) as refused:
        read_table(path, OPTIONS, text=False)
    assert refused.value.code == "cellule_loin"
    assert time.process_time() - started < 1


def test_a_sheet_under_another_name_is_looked_at_too(tmp_path):
    path = workbook(tmp_path / "far.xlsx", FAR["cell"], part="xl/media.png")
    with pytest.raises(UnreadableFile):
        inspect_archive(Archive(path, OPTIONS["max_inflated"]), OPTIONS, SignSearch())


def test_a_full_grid_has_a_largest_size(tmp_path, monkeypatch):
    monkeypatch.setattr("geo.tables.sheet_extent.LARGEST", 1_000)
    rows = b"".join(b"<row>" + b"<c><v>1</v></c>" * 50 + b"</row>" for _row in range(30))
    with pytest.raises(UnreadableFile) as refused:
        read_table(workbook(tmp_path / "full.xlsx", rows), OPTIONS, text=False)
    assert refused.value.code == "memoire"


def test_what_people_have_is_read(tmp_path):
    """Far formatted but empty cells, gaps, cells without references."""
    rows = (
        b'<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c><c r="Z1" s="0"/></row>'
        b'<row r="40"><c><v>4</v></c><c><v>5</v></c></row><row r="20000"><c r="A20000" s="0"/></row>'
    )
    table = read_table(workbook(tmp_path / "odd.xlsx", rows), OPTIONS, text=False)
    assert (table.header, list(table.records)) == (["1", "", "3"], [(40, ["4", "5", ""], None)])


def test_rows_beyond_the_patience_are_counted_without_reading(tmp_path):
    path = workbook(tmp_path / "long.xlsx", b"".join(b"<row><c><v>1</v></c></row>" for _row in range(12)))
    assert len(list(read_table(path, OPTIONS | {"awaited_rows": 11}, text=False).records)) == 11
    with pytest.raises(UnreadableFile) as refused:
        inspect_archive(Archive(path, OPTIONS["max_inflated"]), OPTIONS | {"awaited_rows": 10}, SignSearch())
    assert refused.value.code == "trop_long"


@pytest.mark.parametrize(("letters", "number"), [("A", 1), ("Z", 26), ("AA", 27), ("GR", 200), ("XFD", 16384)])
def test_letters_of_columns(letters, number):
    assert (parse_column_letters(letters.lower().encode()), format_column_number(number)) == (number, letters)


class Endless:
    """An archive whose one sheet repeats a piece; it knows how many of them were read."""

    def __init__(self, piece, number=30_000):
        self.pieces = [HEAD + b"<sheetData>" + FIRST, *[piece * 1_000] * (number // 1_000)]
        self.read_pieces = 0

    def list_names(self):
        return ["xl/worksheets/sheet1.xml"]

    def read_member(self, name):
        for piece in self.pieces:
            self.read_pieces += 1
            yield piece


@pytest.mark.parametrize(
    ("piece", "code", "options"),
    [
        (b"<row/>", "lignes", {"max_rows": 5_000}),
        (b"<row/>", "trop_long", {"awaited_rows": 10_000}),
        (b'<c r="A1"/>', "memoire", {}),
        (b"<a r='1'/>", "memoire", {}),
    ],
    ids=["rows", "rows-somebody-waits-for", "cells", "references"],
)
def test_a_sheet_without_end_is_not_read_to_its_end(monkeypatch, piece, code, options):
    """Inflated it may be a gigabyte of tags that hold nothing: all of them take minutes."""
    monkeypatch.setattr("geo.tables.sheet_extent.ENDLESS", 10_000, raising=False)
    archive = Endless(piece)
    with pytest.raises(UnreadableFile) as refused:
        inspect_archive(archive, OPTIONS | options, SignSearch())
    assert refused.value.code == code
    assert archive.read_pieces < 15


def test_a_wide_row_in_many_pieces_is_counted_once(monkeypatch):
    monkeypatch.setattr("geo.tables.sheet_extent.ENDLESS", 31_000)
    assert inspect_archive(Endless(b"<c/>"), OPTIONS, SignSearch()) == []
