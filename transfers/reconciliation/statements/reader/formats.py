"""Recognise the format of a statement by its first bytes."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Final

from geo.tables.formats import OLE, UTF_16, ZIP, read_head
from geo.tables.sandbox import UnreadableFile

# A tag of a bank's message at the start of a line, after the blocks of the envelope or names of banks, if any.
MT940: Final = re.compile(r"^(?::20:|:25:|\{1:F)|(?:^|\n):20:[^\n]*\n(?::2[15][A-Z]?:|:28)", re.MULTILINE)
FOREIGN: Final = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"SQLite format 3\x00",
    b"\x1f\x8b",
    b"Rar!",
    b"7z\xbc\xaf",
)


class Kind(StrEnum):
    TABLE = "table"
    XML = "xml"
    MT940 = "mt940"


def recognise_statement(path: Path) -> Kind:
    """Return what a file is. Raises UnreadableFile for what can be no statement."""
    head = read_head(path)
    if not head.strip():
        raise UnreadableFile("blanc" if head else "vide")
    if head.startswith((ZIP, OLE)):
        return Kind.TABLE
    if head.startswith(FOREIGN):
        raise UnreadableFile("autre_fichier")
    if head.startswith(UTF_16):
        text = head.decode("utf-16", "ignore").lstrip()
    else:
        text = head.decode("utf-8-sig", "replace").lstrip()
    if text.startswith("<"):
        return Kind.XML
    if text.startswith(('{"', "[", "{\n")):
        raise UnreadableFile("autre_fichier")
    return Kind.MT940 if MT940.search(text.replace("\r\n", "\n")) else Kind.TABLE
