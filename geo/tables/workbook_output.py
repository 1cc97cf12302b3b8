"""Write large workbooks: one sheet of texts, numbers and dates, row by row.

A library for workbooks with styles writes a tenth of the rows in the same time.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, islice, zip_longest
from typing import IO, Any, Final
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from config.controls import replace_controls

# A sheet of Excel has as many rows, the header among them.
MAX_ROWS: Final = 1_048_576
ROWS_AT_ONCE: Final = 1_000
HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{KIND}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
    # A cell is plain, the header's, or a date.
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}


# The places of the styles in the part `xl/styles.xml`.
HEADER_STYLE: Final = ' s="1"'
DATE_STYLE: Final = ' s="2"'
# Day 0 of Excel's calendar, which has a 29th of February 1900.
FIRST_DAY: Final = date(1899, 12, 30)
FROZEN_HEADER: Final = (
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews>"
)
# Of a column, in characters.
MIN_WIDTH: Final = 9
MAX_WIDTH: Final = 50


class TooManyRows(Exception):
    """Report that a sheet does not hold all rows."""


def write_workbook(sheet_name: str, titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> IO[bytes]:
    """Return an XLSX file with a header and these rows, open at its start. Raises TooManyRows.

    Numbers are numbers and dates are dates; all else is text, and stays what it says: leading zeros, and what looks like a
    formula. The header stays in sight, filters, and is as wide as what the first rows have beneath it.
    """
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    found = iter(rows)
    first = list(islice(found, ROWS_AT_ONCE))
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=1) as book:
        for name, content in PARTS.items():
            book.writestr(name, HEAD + content)
        sheet_list = f'<sheets><sheet name="{escape(sheet_name)}" sheetId="1" r:id="rId1"/></sheets>'
        book.writestr("xl/workbook.xml", f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheet_list}</workbook>')
        with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            layout = FROZEN_HEADER + _build_widths([titles, *first])
            header = _build_row(titles, HEADER_STYLE)
            sheet.write(f'{HEAD}<worksheet xmlns="{MAIN}">{layout}<sheetData>{header}'.encode())
            count = _write_rows(sheet, chain(first, found))
            filtered = f'<autoFilter ref="A1:{_name_column(len(titles))}{count}"/>'
            sheet.write(f"</sheetData>{filtered}</worksheet>".encode())
    out.seek(0)
    return out


def _name_column(number: int) -> str:
    """Return the letters of a column, from 1: A, Z, AA."""
    name = ""
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _build_widths(rows: Sequence[Sequence[Any]]) -> str:
    """Return the widths of the columns, in characters: what these rows need, within limits."""
    longest = [
        max(len(str(cell)) for cell in column if cell is not None) for column in zip_longest(*rows, fillvalue="")
    ]
    columns = (
        f'<col min="{place}" max="{place}" width="{min(max(length + 3, MIN_WIDTH), MAX_WIDTH)}" customWidth="1"/>'
        for place, length in enumerate(longest, 1)
    )
    return f"<cols>{''.join(columns)}</cols>"


def _write_rows(sheet: Any, rows: Iterator[Sequence[Any]]) -> int:
    """Write the rows and return the number of the last line, the header's being 1. Raises TooManyRows."""
    count = 1
    while block := list(islice(rows, ROWS_AT_ONCE)):
        count += len(block)
        if count > MAX_ROWS:
            raise TooManyRows
        sheet.write("".join(map(_build_row, block)).encode())
    return count


def _build_row(values: Sequence[Any], style: str = "") -> str:
    return f"<row>{''.join(_build_cell(value, style) for value in values)}</row>"


def _build_cell(value: Any, style: str = "") -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, int | float):
        return f"<c><v>{value}</v></c>"
    if isinstance(value, date) and not isinstance(value, datetime):
        return f"<c{DATE_STYLE}><v>{(value - FIRST_DAY).days}</v></c>"
    text = escape(replace_controls(str(value)))
    return f'<c{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
