"""Export a layer as a file: GeoJSON and CSV directly from COPY, the other formats by a child process.

Memory use does not depend on the number of rows: they go from COPY to the client in blocks of 64 KB. Closing the
iterator (when the client disconnects) cancels the COPY, so the database connection is free at once.
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

from config.caller import Caller
from config.errors.problems import Problem
from geo.layers.catalogue import Layer
from geo.layers.compiling import CompiledSelect, build_json_object_sql, compile_select

BLOCK = 64 * 1024
# A file being written takes up to this many times the bytes of its rows.
ROOM = 4
LEAST_ROOM = 1024 * 1024
# CSV whose quote and delimiter cannot occur in JSON: COPY's text format would double every backslash.
RAW = r"(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')"
BOM = b"\xef\xbb\xbf"
# A cell that a spreadsheet would run as a formula; phone numbers and plain numbers (HARMLESS) are not formulas.
FORMULA = r"'^[=+@\t\r-]'"
HARMLESS = r"'^[+-]?[0-9][0-9 .]*$'"


@dataclass(frozen=True)
class FileFormat:
    """Describe a file format: its suffix and its media type."""

    suffix: str
    media: str


FORMATS = {
    "geojson": FileFormat("geojson", "application/geo+json"),
    "csv": FileFormat("csv", "text/csv; charset=utf-8"),
    "gpkg": FileFormat("gpkg", "application/geopackage+sqlite3"),
    "fgb": FileFormat("fgb", "application/vnd.flatgeobuf"),
    "parquet": FileFormat("parquet", "application/vnd.apache.parquet"),
}


@contextmanager
def open_cursor() -> Iterator[Any]:
    """Yield a cursor whose statements run without parallel workers.

    The first rows are then available at once, read from the index in order. Parallel workers would read the whole table
    and sort it first, and one process would still write all the JSON.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        yield cursor


def stream_copy(statement: str, params: tuple[Any, ...]) -> Generator[bytes, None, None]:
    """Yield the bytes of `COPY (...) TO STDOUT` in blocks. Raises the database's errors at the first step."""
    block: list[Any] = []
    size = 0
    # mogrify: Django's debug cursor accepts no parameters for COPY.
    with open_cursor() as cursor, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for row in copy:
            block.append(row)
            size += len(row)
            if size > BLOCK:
                yield b"".join(block)
                block.clear()
                size = 0
    # The connection is free before the last block is sent: a short response never holds it.
    yield b"".join(block)


def compile_export_select(layer: Layer, rows: QuerySet, user: Caller) -> CompiledSelect:
    """Compile the SELECT of an export: the layer's properties and shape, ordered by id, which is by creation time."""
    return compile_select(rows.order_by("pk"), layer.expressions(layer.properties, user), layer.geometry)


def build_geojson_copy_sql(select: CompiledSelect) -> str:
    """Return the COPY of one line per feature, each with a leading comma. Six decimals are about 0.1 m."""
    feature = (
        """concat(',{"type":"Feature","geometry":', ST_AsGeoJSON(shape, 6), ',"properties":', """
        f"""{build_json_object_sql(select.columns)}, '}}')"""
    )
    return f"COPY (SELECT {feature} FROM ({select.sql}) AS rows) TO STDOUT {RAW}"


def stream_geojson(layer: Layer, rows: QuerySet, user: Caller) -> Iterator[bytes]:
    """Yield a FeatureCollection."""
    select = compile_export_select(layer, rows, user)
    yield b'{"type":"FeatureCollection","features":[\n'
    with closing(stream_copy(build_geojson_copy_sql(select), select.params)) as blocks:
        # Drop the leading comma of the first feature.
        yield next(blocks)[1:]
        yield from blocks
    yield b"]}\n"


def _build_csv_cell_sql(name: str, kind: str) -> str:
    if kind != "text":
        # Casting writes `true` and `false`; COPY itself would write t and f.
        return f"{name}::text" if kind == "flag" else name
    return f"CASE WHEN {name}::text ~ {FORMULA} AND {name}::text !~ {HARMLESS} THEN '''' || {name} ELSE {name} END"


def _build_position_sql(shape: str) -> str:
    """Return SQL columns with longitude and latitude of a point, or of a point inside a polygon."""
    point = "shape" if shape == "Point" else "ST_PointOnSurface(shape)"
    return f"round(ST_X({point})::numeric, 6) AS longitude, round(ST_Y({point})::numeric, 6) AS latitude"


def stream_csv(layer: Layer, rows: QuerySet, user: Caller) -> Iterator[bytes]:
    """Yield CSV with a header, in UTF-8 with a byte-order mark, which spreadsheets need.

    Text cells that look like formulas are prefixed with an apostrophe.
    """
    select = compile_export_select(layer, rows, user)
    cells = [f'{_build_csv_cell_sql(column.name, column.kind)} AS "{column.shown}"' for column in select.columns]
    inner = f"SELECT {', '.join(cells)}, {_build_position_sql(layer.shape)} FROM ({select.sql}) AS rows"
    yield BOM
    with closing(stream_copy(f"COPY ({inner}) TO STDOUT (FORMAT csv, HEADER)", select.params)) as blocks:
        yield from blocks


def convert_layer(layer: Layer, rows: QuerySet, user: Caller, form: str) -> tuple[Iterator[bytes], int]:
    """Return the blocks of the file in `form` (gpkg, fgb, parquet) and its size in bytes.

    A child process writes the file: the GDAL in pyogrio's wheel must not share a process with the system's GDAL, which
    GeoDjango has loaded. The file is already unlinked when it is streamed. Raises RuntimeError with the message of the
    child when it fails, INSUFFICIENT_STORAGE when the disk is full.
    """
    select = compile_export_select(layer, rows, user)
    cells = [f'{column.name} AS "{column.shown}"' for column in select.columns]
    point = layer.shape == "Point"
    shape = "ST_X(shape) AS lon__, ST_Y(shape) AS lat__" if point else "encode(ST_AsBinary(shape), 'hex') AS wkb__"
    statement = f"COPY (SELECT {', '.join(cells)}, {shape} FROM ({select.sql}) AS rows) TO STDOUT (FORMAT csv, HEADER)"
    columns = {column.shown: column.kind for column in select.columns}
    with tempfile.TemporaryDirectory(prefix="tabanca-export-") as folder:
        made = Path(folder) / f"{layer.name}.{form}"
        plan = {"path": str(made), "format": form, "layer": layer.name, "shape": layer.shape, "columns": columns}
        with closing(stream_copy(statement, select.params)) as blocks:
            _run_conversion(plan, blocks)
        # The open file outlives its name: nothing is left on disk, whenever the client disconnects.
        file = made.open("rb")
    return _read_blocks(file), _measure_file_size(file)


def _measure_file_size(file: Any) -> int:
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _read_blocks(file: Any) -> Iterator[bytes]:
    with file:
        while block := file.read(BLOCK * 4):
            yield block


def _run_conversion(plan: dict[str, Any], blocks: Iterator[bytes]) -> None:
    """Write the file in a child process. Raises INSUFFICIENT_STORAGE when it fails for lack of disk space."""
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
                # The child exited early; its exit code and message are read below.
                child.wait()
            except BaseException:
                child.kill()
                raise
        # Not every GDAL driver reports a full disk as the reason.
        if child.returncode and shutil.disk_usage(Path(plan["path"]).parent).free < LEAST_ROOM + ROOM * sent:
            raise Problem("INSUFFICIENT_STORAGE")
        if child.returncode:
            complaints.seek(0)
            raise RuntimeError(f"conversion to {plan['format']} failed: {complaints.read()[-2000:].decode()}")
