"""Write large workbooks: one sheet of texts and numbers, row by row.

A library for workbooks with styles writes a tenth of the rows in the same time.
"""

import tempfile
from collections.abc import Iterable, Sequence
from itertools import islice
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
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


class TooManyRows(Exception):
    """Report that a sheet does not hold all rows."""


def write_workbook(sheet_name: str, titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> IO[bytes]:
    """Return an XLSX file with a header and these rows, open at its start. Raises TooManyRows.

    Numbers are numbers; all else is text, and stays what it says: leading zeros, and what looks like a formula.
    """
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=1) as book:
        for name, content in PARTS.items():
            book.writestr(name, HEAD + content)
        sheet_list = f'<sheets><sheet name="{escape(sheet_name)}" sheetId="1" r:id="rId1"/></sheets>'
        book.writestr("xl/workbook.xml", f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{sheet_list}</workbook>')
        with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{_build_row(titles)}'.encode())
            _write_rows(sheet, iter(rows))
            sheet.write(b"</sheetData></worksheet>")
    out.seek(0)
    return out


def _write_rows(sheet: Any, rows: Any) -> None:
    count = 1
    while block := list(islice(rows, ROWS_AT_ONCE)):
        count += len(block)
        if count > MAX_ROWS:
            raise TooManyRows
        sheet.write("".join(map(_build_row, block)).encode())


def _build_row(values: Sequence[Any]) -> str:
    return f"<row>{''.join(map(_build_cell, values))}</row>"


def _build_cell(value: Any) -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, int | float):
        return f"<c><v>{value}</v></c>"
    text = escape(replace_controls(str(value)))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
