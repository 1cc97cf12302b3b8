"""Recognise the format of a file by its first bytes; its name is ignored."""

from pathlib import Path
from typing import Final

from geo.tables.sandbox import UnreadableFile

SQLITE: Final = b"SQLite format 3\x00"
ZIP: Final = b"PK\x03\x04"
OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
GEOPACKAGE_IDS: Final = (b"GPKG", b"GP10", b"GP11")
WORKBOOK_NAMES: Final = (b"[Content_Types].xml", b"xl/", b"docProps/")


def read_head(path: Path, size: int = 4096) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def is_text(path: Path) -> bool:
    """Return whether a file is to be read as CSV: it is neither a zip nor an OLE document."""
    return not read_head(path, 8).startswith((ZIP, OLE))


def recognise_format(path: Path) -> str:
    """Return gpkg, zip, xlsx (a zip that begins like one), xls, geojson or csv.

    Raises UnreadableFile for an empty file and for any other format.
    """
    head = read_head(path)
    if not head.strip():
        raise UnreadableFile("blanc" if head else "vide")
    if head.startswith(SQLITE):
        if head[68:72] not in GEOPACKAGE_IDS:
            raise UnreadableFile("format")
        return "gpkg"
    if head.startswith(ZIP):
        return "xlsx" if head[30:].startswith(WORKBOOK_NAMES) else "zip"
    if head.startswith(OLE):
        return "xls"
    if head.startswith(UTF_16):
        return "csv"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b"\x00" in head or text.startswith((b"<", b"%PDF")):
        raise UnreadableFile("format")
    return "geojson" if text.startswith((b"{", b"[")) else "csv"
