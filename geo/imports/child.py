"""The child process that reads one file: `python -m geo.imports.child`, the request as JSON on standard input.

It writes every row to `sortie` in the text format of COPY (line, attributes as JSON, geometry as EWKB, trouble) and
answers one line of JSON: what was found, or why the file cannot be read. It knows neither Django nor the database,
and its limits stand before the file is opened.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from geo.imports.sandbox import Archive, Unreadable, limit
from geo.imports.sheet import Table, read_csv, read_workbook
from geo.imports.vector import Layer

SQLITE = b"SQLite format 3\x00"
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
GEOPACKAGE_IDS = (b"GPKG", b"GP10", b"GP11")
LABELS = {"gpkg": "GeoPackage", "geojson": "GeoJSON", "shp": "Shapefile"}
SHAPE_PARTS = (".shp", ".shx", ".dbf", ".prj", ".cpg")


def kind_of(path: Path) -> str:
    """gpkg, zip, xls, geojson or csv, by content: the name says nothing. Raises Unreadable."""
    with path.open("rb") as file:
        head = file.read(4096)
    if not head.strip():
        raise Unreadable("vide")
    if head.startswith(SQLITE):
        if head[68:72] not in GEOPACKAGE_IDS:
            raise Unreadable("format")
        return "gpkg"
    if head.startswith(ZIP):
        return "zip"
    if head.startswith(OLE):
        return "xls"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "csv"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b"\x00" in head or text.startswith((b"<", b"%PDF")):
        raise Unreadable("format")
    return "geojson" if text.startswith((b"{", b"[")) else "csv"


def _stem(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]


def _shapefile(archive: Archive, options: dict[str, Any], folder: Path) -> Path:
    """The parts of the asked (or only) shapefile, written as `donnees.*`."""
    shapes = [name for name in archive.names() if name.lower().endswith(".shp")]
    wanted = options.get("layer")
    chosen = [name for name in shapes if wanted is None or _stem(name) == wanted]
    if len(chosen) != 1:
        code = "couches" if wanted is None else "couche"
        raise Unreadable(code, couche=wanted, couches=", ".join(_stem(name) for name in shapes[:20]))
    base = chosen[0][:-4]
    for name in archive.names():
        ending = name[-4:].lower()
        if name[:-4] == base and ending in SHAPE_PARTS:
            archive.extract(name, folder / f"donnees{ending}")
    missing = [ending for ending in (".shx", ".dbf") if not (folder / f"donnees{ending}").exists()]
    if missing:
        raise Unreadable("shapefile", parties=", ".join(missing))
    options["layer"] = None
    return folder / "donnees.shp"


def unpack(path: Path, options: dict[str, Any], folder: Path) -> tuple[str, Path]:
    """What a zip holds: a workbook (the zip itself), a shapefile, or one GeoPackage or GeoJSON."""
    archive = Archive(path, options["max_inflated"])
    names = archive.names()
    if "xl/workbook.xml" in names or "xl/workbook.bin" in names:
        archive.count()
        return "xlsx", path
    if any(name.lower().endswith(".shp") for name in names):
        return "shp", _shapefile(archive, options, folder)
    single = [name for name in names if name.lower().endswith((".gpkg", ".geojson", ".json", ".csv"))]
    if len(single) != 1:
        raise Unreadable("archive_contenu")
    target = folder / "donnees.tmp"
    archive.extract(single[0], target)
    kind = kind_of(target)
    if kind in ("zip", "xls"):
        raise Unreadable("archive_contenu")
    return kind, target


def opened(path: Path, options: dict[str, Any], folder: Path) -> Table | Layer:
    """The file, of any accepted format, ready to be read."""
    kind = kind_of(path)
    if kind == "zip":
        kind, path = unpack(path, options, folder)
    if kind == "csv":
        return read_csv(path, options.get("encoding"), options["max_columns"])
    if kind in ("xls", "xlsx"):
        return read_workbook(path, options.get("layer"), options["max_columns"], options["max_rows"])
    if path.suffix != ".shp":
        link = folder / f"donnees.{kind}"
        link.symlink_to(path.resolve())
        path = link
    return Layer(path, LABELS[kind], options)


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


def read(request: dict[str, Any]) -> dict[str, Any]:
    """Read the file of `request` and write its rows. Answers columns, number of rows and facts."""
    options = request["options"]
    source = opened(Path(request["fichier"]), options, Path(request["dossier"]))
    count = 0
    with Path(request["sortie"]).open("wb") as out:
        for line in lines(source.rows(), options["max_rows"]):
            out.write(line)
            count += 1
    return {"colonnes": source.columns, "lignes": count, "geometrie": isinstance(source, Layer), **source.facts()}


def main() -> None:
    request = json.load(sys.stdin)
    limit(request["memoire"], request["secondes"], request["max_sortie"])
    try:
        answer = read(request)
    except Unreadable as error:
        answer = {"erreur": error.code, "details": error.details}
    except MemoryError:
        answer = {"erreur": "memoire", "details": {}}
    os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
