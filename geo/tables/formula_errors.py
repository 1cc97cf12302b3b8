"""Recognise the errors of failed formulas (`#N/A`, `#REF!`, `#VALEUR!`) and preserve them when a workbook is read.

The reader of workbooks returns such a cell as empty. So an .xlsx is read from a copy in which the errors are texts;
those of an .xls are found by `geo.tables.xls_layout`. Runs in the child process, except `is_formula_error`.
"""

import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from geo.tables.sandbox import Archive

# In any language, with the `####` of a column too narrow for its number, and the codes of LibreOffice. PostgreSQL uses
# the pattern too: use only syntax that both languages share.
FORMULA_ERROR: Final = "^(?:#N/[AD]|#GETTING_DATA|#[A-ZÀ-Ý][A-ZÀ-Ý/0_]{1,20}[!?]|###+|Err:5[0-9][0-9])$"
NARROW: Final = "###"
_FORMULA_ERROR: Final = re.compile(FORMULA_ERROR)
# Bytes by which a file may hold such a text.
MARKS: Final = (b"#", b"Err:5")
# ERROR_CELL_MARKS: bytes by which a sheet of an .xlsx has error cells. CELL: such a cell, up to its type.
ERROR_CELL_MARKS: Final = (b't="e"', b"t='e'")
CELL: Final = re.compile(rb"(<(?:[\w.-]+:)?c\s(?:[^<>]*?[\"'\s])?t=)([\"'])e\2")


def is_formula_error(text: str) -> bool:
    """Return whether a cell holds the error of a failed formula."""
    return _FORMULA_ERROR.match(text) is not None


def _convert_error_cells(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a sheet with its error cells turned into text cells; chunks are split only before tags."""
    rest = b""
    for chunk in chunks:
        piece = rest + chunk
        cut = max(piece.rfind(b"<"), 0)
        rest = piece[cut:]
        yield CELL.sub(rb"\1\2str\2", piece[:cut])
    yield CELL.sub(rb"\1\2str\2", rest)


def copy_with_error_texts(path: Path, sheets: Iterable[str], max_inflated: int) -> IO[bytes]:
    """Return a copy of an .xlsx in which the errors in these parts are texts. Raises UnreadableFile."""
    wanted = set(sheets)
    archive = Archive(path, max_inflated)
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - the caller reads and closes it
    with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        for name in archive.list_names():
            chunks = archive.read_member(name)
            with out.open(name, "w", force_zip64=True) as part:
                part.writelines(_convert_error_cells(chunks) if name in wanted else chunks)
    copy.seek(0)
    return copy
