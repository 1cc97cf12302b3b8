"""Export a layer as GeoJSON or CSV, directly from COPY.

Memory use does not depend on the number of rows: they go from COPY to the client in blocks of 64 KB. Closing the
iterator (when the client disconnects) cancels the COPY, so the database connection is free at once.
"""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from config.caller import Caller
from geo.layers.sql.selects import CompiledSelect, build_json_object_sql, compile_select
from geo.layers.types import Layer

BLOCK_BYTES = 64 * 1024
# CSV whose quote and delimiter cannot occur in JSON: COPY's text format would double every backslash.
JSON_LINES_OPTIONS = r"(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')"
BOM = b"\xef\xbb\xbf"
# A cell that a spreadsheet would run as a formula; phone numbers and plain numbers (HARMLESS_PATTERN) are not formulas.
FORMULA_PATTERN = r"'^[=+@\t\r-]'"
HARMLESS_PATTERN = r"'^[+-]?[0-9][0-9 .]*$'"


@contextmanager
def open_cursor() -> Iterator[Any]:
    """Yield a cursor whose statements run without parallel workers.

    The first rows are then available at once, read from the index in order. Parallel workers would read the whole table
    and sort it first, and one process would still write all the JSON.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        yield cursor


def stream_copy(statement: str, params: tuple[Any, ...] | dict[str, Any]) -> Generator[bytes, None, None]:
    """Yield the bytes of `COPY (...) TO STDOUT` in blocks. Raises the database's errors at the first step."""
    block: list[Any] = []
    size = 0
    # mogrify: Django's debug cursor accepts no parameters for COPY.
    with open_cursor() as cursor, cursor.copy(cursor.mogrify(statement, params)) as copy:
        for row in copy:
            block.append(row)
            size += len(row)
            if size > BLOCK_BYTES:
                yield b"".join(block)
                block.clear()
                size = 0
    # The connection is free before the last block is sent: a short response never holds it.
    yield b"".join(block)


def compile_export_select(layer: Layer, rows: QuerySet[Any], user: Caller) -> CompiledSelect:
    """Compile the SELECT of an export: the layer's properties and shape, ordered by id, which is by creation time."""
    return compile_select(rows.order_by("pk"), layer.build_expressions(layer.export_properties, user), layer.geometry)


def build_geojson_copy_sql(select: CompiledSelect) -> str:
    """Return the COPY of one line per feature, each with a leading comma. Six decimals are about 0.1 m."""
    feature = (
        """concat(',{"type":"Feature","geometry":', ST_AsGeoJSON(shape, 6), ',"properties":', """
        f"""{build_json_object_sql(select.columns)}, '}}')"""
    )
    return f"COPY (SELECT {feature} FROM ({select.sql}) AS rows) TO STDOUT {JSON_LINES_OPTIONS}"


def stream_geojson(layer: Layer, rows: QuerySet[Any], user: Caller) -> Generator[bytes, None, None]:
    """Yield a FeatureCollection."""
    select = compile_export_select(layer, rows, user)
    yield b'{"type":"FeatureCollection","features":[\n'
    with closing(stream_copy(build_geojson_copy_sql(select), select.params)) as blocks:
        # Drop the leading comma of the first feature.
        yield next(blocks)[1:]
        yield from blocks
    yield b"]}\n"


def build_csv_cell_sql(name: str, kind: str) -> str:
    """Return the SQL of a cell: a text that looks like a formula is prefixed with an apostrophe."""
    if kind != "text":
        # Casting writes `true` and `false`; COPY itself would write t and f.
        return f"{name}::text" if kind == "flag" else name
    is_formula = f"{name}::text ~ {FORMULA_PATTERN} AND {name}::text !~ {HARMLESS_PATTERN}"
    return f"CASE WHEN {is_formula} THEN '''' || {name} ELSE {name} END"


def _build_position_sql(shape: str) -> str:
    """Return SQL columns with longitude and latitude of a point, or of a point inside a polygon."""
    point = "shape" if shape == "Point" else "ST_PointOnSurface(shape)"
    return f"round(ST_X({point})::numeric, 6) AS longitude, round(ST_Y({point})::numeric, 6) AS latitude"


def stream_csv(layer: Layer, rows: QuerySet[Any], user: Caller) -> Generator[bytes, None, None]:
    """Yield CSV with a header, in UTF-8 with a byte-order mark, which spreadsheets need.

    Text cells that look like formulas are prefixed with an apostrophe.
    """
    select = compile_export_select(layer, rows, user)
    cells = [
        f'{build_csv_cell_sql(column.plain_sql, column.kind)} AS "{column.public_name}"' for column in select.columns
    ]
    inner = f"SELECT {', '.join(cells)}, {_build_position_sql(layer.shape)} FROM ({select.sql}) AS rows"
    yield BOM
    with closing(stream_copy(f"COPY ({inner}) TO STDOUT (FORMAT csv, HEADER)", select.params)) as blocks:
        yield from blocks
