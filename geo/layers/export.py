"""A layer as a file: GeoJSON and CSV straight from COPY, the other formats by a child process.

Nothing is held in memory: a row goes from the server's COPY to the client in blocks of 64 KB. Closing the iterator
(a client that went away) cancels the COPY, so the connection is free at once.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from config.api.problems import Problem
from geo.layers.catalogue import Layer
from geo.layers.compiling import Compiled, compiled, json_object

BLOCK = 64 * 1024
# While it is written a file takes up to so many times the bytes of its rows.
ROOM = 4
LEAST_ROOM = 1024 * 1024
# CSV whose quote and delimiter cannot stand in JSON: the text format would double every backslash.
RAW = r"(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')"
BOM = b"\xef\xbb\xbf"
# A cell that a spreadsheet would run as a formula; a phone number or a plain number is none.
FORMULA = r"'^[=+@\t\r-]'"
HARMLESS = r"'^[+-]?[0-9][0-9 .]*$'"


@dataclass(frozen=True)
class Format:
    """How a file is named and announced."""

    suffix: str
    media: str


FORMATS = {
    "geojson": Format("geojson", "application/geo+json"),
    "csv": Format("csv", "text/csv; charset=utf-8"),
    "gpkg": Format("gpkg", "application/geopackage+sqlite3"),
    "fgb": Format("fgb", "application/vnd.flatgeobuf"),
    "parquet": Format("parquet", "application/vnd.apache.parquet"),
}


@contextmanager
def open_cursor() -> Iterator[Any]:
    """Yield a cursor whose statements run in one process of the server.

    Rows are then read from the index in their order, from the first one on. Several processes would read the table and
    sort it before anything leaves, and write all JSON in one of them.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        yield cursor


def copied(statement: str, params: tuple[Any, ...]) -> Generator[bytes, None, None]:
    """The bytes of `COPY (…) TO STDOUT`, in blocks. Raises the database's error at the first step."""
    block: list[Any] = []
    size = 0
    # Composed first: Django's debugging cursor takes no parameters for COPY.
    with open_cursor() as cursor, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for row in copy:
            block.append(row)
            size += len(row)
            if size > BLOCK:
                yield b"".join(block)
                block.clear()
                size = 0
    # The connection is free before the last block leaves: a short answer never holds it.
    yield b"".join(block)


def selection(layer: Layer, rows: QuerySet, user: Any) -> Compiled:
    """The SELECT of the export: the layer's properties and its shape, in the order of ids, which is that of time."""
    return compiled(rows.order_by("pk"), layer.expressions(layer.properties, user), layer.geometry)


def geojson_statement(select: Compiled) -> str:
    """COPY of one line per feature, each with a comma before it. Six decimals: about 0.1 m."""
    feature = (
        """concat(',{"type":"Feature","geometry":', ST_AsGeoJSON(shape, 6), ',"properties":', """
        f"""{json_object(select.columns)}, '}}')"""
    )
    return f"COPY (SELECT {feature} FROM ({select.sql}) AS rows) TO STDOUT {RAW}"


def geojson(layer: Layer, rows: QuerySet, user: Any) -> Iterator[bytes]:
    """A FeatureCollection."""
    select = selection(layer, rows, user)
    yield b'{"type":"FeatureCollection","features":[\n'
    with closing(copied(geojson_statement(select), select.params)) as blocks:
        # The first feature has no comma before it.
        yield next(blocks)[1:]
        yield from blocks
    yield b"]}\n"


def _cell(name: str, kind: str) -> str:
    if kind != "text":
        # `true` and `false`, where COPY by itself writes t and f.
        return f"{name}::text" if kind == "flag" else name
    return f"CASE WHEN {name}::text ~ {FORMULA} AND {name}::text !~ {HARMLESS} THEN '''' || {name} ELSE {name} END"


def _position(shape: str) -> str:
    """Longitude and latitude of a point, or a point inside a surface."""
    point = "shape" if shape == "Point" else "ST_PointOnSurface(shape)"
    return f"round(ST_X({point})::numeric, 6) AS longitude, round(ST_Y({point})::numeric, 6) AS latitude"


def csv(layer: Layer, rows: QuerySet, user: Any) -> Iterator[bytes]:
    """CSV with a header, UTF-8 with a byte-order mark (spreadsheets need it), formula cells made harmless."""
    select = selection(layer, rows, user)
    cells = [f'{_cell(column.name, column.kind)} AS "{column.shown}"' for column in select.columns]
    inner = f"SELECT {', '.join(cells)}, {_position(layer.shape)} FROM ({select.sql}) AS rows"
    yield BOM
    with closing(copied(f"COPY ({inner}) TO STDOUT (FORMAT csv, HEADER)", select.params)) as blocks:
        yield from blocks


def converted(layer: Layer, rows: QuerySet, user: Any, form: str) -> tuple[Iterator[bytes], int]:
    """The file in `form` (gpkg, fgb, parquet) and its size. Written by a child process, then streamed and removed.

    The GDAL of pyogrio's wheel must not meet the system's, which GeoDjango has loaded. Raises RuntimeError with the
    child's message when it fails.
    """
    select = selection(layer, rows, user)
    cells = [f'{column.name} AS "{column.shown}"' for column in select.columns]
    point = layer.shape == "Point"
    shape = "ST_X(shape) AS lon__, ST_Y(shape) AS lat__" if point else "encode(ST_AsBinary(shape), 'hex') AS wkb__"
    statement = f"COPY (SELECT {', '.join(cells)}, {shape} FROM ({select.sql}) AS rows) TO STDOUT (FORMAT csv, HEADER)"
    columns = {column.shown: column.kind for column in select.columns}
    with tempfile.TemporaryDirectory(prefix="tabanca-export-") as folder:
        made = Path(folder) / f"{layer.name}.{form}"
        plan = {"path": str(made), "format": form, "layer": layer.name, "shape": layer.shape, "columns": columns}
        with closing(copied(statement, select.params)) as blocks:
            _convert(plan, blocks)
        # The open file outlives its name: nothing stays behind, whenever the client goes.
        file = made.open("rb")
    return _blocks_of(file), made_size(file)


def made_size(file: Any) -> int:
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _blocks_of(file: Any) -> Iterator[bytes]:
    with file:
        while block := file.read(BLOCK * 4):
            yield block


def _convert(plan: dict[str, Any], blocks: Iterator[bytes]) -> None:
    """Have a child write the file. Raises INSUFFICIENT_STORAGE when it fails and there was no room for the rows."""
    command = [sys.executable, "-m", "geo.layers.convert", json.dumps(plan)]
    sent = 0
    with tempfile.TemporaryFile() as complaints:
        with subprocess.Popen(  # noqa: S603  (our own module; the plan holds names of the catalogue only)
            command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stderr=complaints
        ) as child:
            source = cast(IO[bytes], child.stdin)
            try:
                for block in blocks:
                    sent += source.write(block)
                source.close()
            except BrokenPipeError:
                # The child ended early; its exit code and message below say why.
                child.wait()
            except BaseException:
                child.kill()
                raise
        # GDAL does not say of every format why it could not write.
        if child.returncode and shutil.disk_usage(Path(plan["path"]).parent).free < LEAST_ROOM + ROOM * sent:
            raise Problem("INSUFFICIENT_STORAGE")
        if child.returncode:
            complaints.seek(0)
            raise RuntimeError(f"conversion to {plan['format']} failed: {complaints.read()[-2000:].decode()}")
