"""What a spreadsheet shows where a formula failed (`#N/A`, `#REF!`, `#VALEUR!`), and how it is kept of a workbook.

The reader of workbooks gives nothing for such a cell, as if it were empty. So an .xlsx is read from a copy in which
they are texts; where an .xls has them, `geo.tables.xls` finds. Runs in the child process, but `failed`.
"""

import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from geo.tables.sandbox import Archive

# In any language, with `####` of a column too narrow for its number, and the codes of LibreOffice. PostgreSQL reads it
# too: nothing in it that the two do not share.
FAILED: Final = "^(?:#N/[AD]|#GETTING_DATA|#[A-ZÀ-Ý][A-ZÀ-Ý/0_]{1,20}[!?]|###+|Err:5[0-9][0-9])$"
NARROW: Final = "###"
_FAILED: Final = re.compile(FAILED)
# By these bytes a file may hold such a text.
MARKS: Final = (b"#", b"Err:5")
# By these a sheet of an .xlsx holds such a cell, and this is one, up to its type.
TYPED: Final = (b't="e"', b"t='e'")
CELL: Final = re.compile(rb"(<(?:[\w.-]+:)?c\s(?:[^<>]*?[\"'\s])?t=)([\"'])e\2")


def failed(text: str) -> bool:
    """Whether a cell holds what stands for a failed formula."""
    return _FAILED.match(text) is not None


def _as_texts(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A sheet whose error cells are texts; cut only in front of tags."""
    rest = b""
    for chunk in chunks:
        piece = rest + chunk
        cut = max(piece.rfind(b"<"), 0)
        rest = piece[cut:]
        yield CELL.sub(rb"\1\2str\2", piece[:cut])
    yield CELL.sub(rb"\1\2str\2", rest)


def shown(path: Path, sheets: Iterable[str], max_inflated: int) -> IO[bytes]:
    """A copy of an .xlsx in which the errors of these parts are texts. Raises Unreadable."""
    wanted = set(sheets)
    archive = Archive(path, max_inflated)
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - the caller reads and closes it
    with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        for name in archive.names():
            chunks = archive.read(name)
            with out.open(name, "w", force_zip64=True) as part:
                part.writelines(_as_texts(chunks) if name in wanted else chunks)
    copy.seek(0)
    return copy
