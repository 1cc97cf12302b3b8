"""What the child processes that read a file share: the format by content, rows in COPY's text format, the answer.

A child gets its request as JSON on standard input, writes every row to `sortie` (line, attributes as JSON, geometry
as EWKB, trouble) and answers one line of JSON: what was found, or why the file cannot be read. It knows neither
Django nor the database, and its limits stand before the file is opened. `table_child` is light, `layer_child` loads
GDAL and reads everything.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from geo.imports.sandbox import Unreadable, limit

SQLITE = b"SQLite format 3\x00"
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
GEOPACKAGE_IDS = (b"GPKG", b"GP10", b"GP11")
WORKBOOK_NAMES = (b"[Content_Types].xml", b"xl/", b"docProps/")


class Source(Protocol):
    """An open file: its columns, its rows (line, attributes, EWKB or None, trouble or None), what was found out."""

    columns: list[str]
    located: bool

    def rows(self) -> Iterable[tuple]: ...

    def facts(self) -> dict[str, Any]: ...


def kind_of(path: Path) -> str:
    """gpkg, zip, xlsx (a zip that begins like one), xls, geojson or csv, by content: the name says nothing.

    Raises Unreadable.
    """
    with path.open("rb") as file:
        head = file.read(4096)
    if not head.strip():
        raise Unreadable("vide")
    if head.startswith(SQLITE):
        if head[68:72] not in GEOPACKAGE_IDS:
            raise Unreadable("format")
        return "gpkg"
    if head.startswith(ZIP):
        return "xlsx" if head[30:].startswith(WORKBOOK_NAMES) else "zip"
    if head.startswith(OLE):
        return "xls"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "csv"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b"\x00" in head or text.startswith((b"<", b"%PDF")):
        raise Unreadable("format")
    return "geojson" if text.startswith((b"{", b"[")) else "csv"


def copied(text: str) -> str:
    """Escaped for the text format of COPY."""
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _json(attributes: dict[str, Any]) -> str:
    """Attributes as JSON that jsonb takes: no NUL (it becomes the replacement character), no lone surrogates."""
    text = json.dumps(attributes, ensure_ascii=False, default=str)
    if "\\u0000" in text:
        clean = {key: value.replace("\0", "\ufffd") if isinstance(value, str) else value
                 for key, value in attributes.items()}  # fmt: skip
        text = json.dumps(clean, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode("utf-8")


def lines(rows: Iterable[tuple], max_rows: int) -> Iterator[bytes]:
    for count, (line, attributes, geometry, trouble) in enumerate(rows, 1):
        if count > max_rows:
            raise Unreadable("lignes", max=max_rows)
        cells = (str(line), copied(_json(attributes)), geometry or "\\N", trouble or "\\N")
        yield ("\t".join(cells) + "\n").encode()


Opener = Callable[[Path, dict[str, Any], Path], Source]


def read(request: dict[str, Any], opener: Opener) -> dict[str, Any]:
    """Read the file of `request` and write its rows. Answers columns, number of rows and facts."""
    options = request["options"]
    source = opener(Path(request["fichier"]), options, Path(request["dossier"]))
    count = 0
    with Path(request["sortie"]).open("wb") as out:
        for line in lines(source.rows(), options["max_rows"]):
            out.write(line)
            count += 1
    return {"colonnes": source.columns, "lignes": count, "geometrie": source.located, **source.facts()}


def main(opener: Opener) -> None:
    """The whole life of a child."""
    request = json.load(sys.stdin)
    limit(request["memoire"], request["secondes"], request["max_sortie"])
    try:
        answer = read(request, opener)
    except Unreadable as error:
        answer = {"erreur": error.code, "details": error.details}
    except MemoryError:
        answer = {"erreur": "memoire", "details": {}}
    os.write(1, json.dumps(answer).encode() + b"\n")
