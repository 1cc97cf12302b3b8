"""Convert CSV to a GIS file, as a child of exports: `python -m geo.vector_files.conversion_child '<plan>'`.

The CSV comes from standard input. The process uses neither Django nor the database: the plan (JSON) has the path of the
file, its format, the layer, the type of its shape, and the columns with their kinds. Rows pass through in record
batches of a few megabytes, so memory does not grow with their number.
"""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, cast

# pyogrio would import these for its data frames, which takes longer than most exports; it works without them.
UNUSED = ("geopandas", "pandas", "pyproj", "shapely")
sys.modules.update(cast(Any, dict.fromkeys(UNUSED)))

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.csv  # noqa: E402
import pyarrow.parquet  # noqa: E402
import pyogrio  # noqa: E402

for _name in UNUSED:
    sys.modules.pop(_name)

# Build the spatial index of a GeoPackage in the writing thread: a separate thread sometimes outlives the file and
# crashes the process.
pyogrio.set_gdal_config_options({"OGR_GPKG_ALLOW_THREADED_RTREE": "NO"})

TYPES = {"uuid": pa.string(), "text": pa.string(), "integer": pa.int64(), "number": pa.float64(), "flag": pa.bool_()}
DRIVERS = {"gpkg": "GPKG", "fgb": "FlatGeobuf"}
# The newest GeoPackage version that GDAL and QGIS of Debian 12 support: they warn about newer ones.
OPTIONS = {"gpkg": {"VERSION": "1.3"}}
# A boundary is one line of the input, and a line must fit in a block.
BLOCKS = {"Point": 4 << 20, "LineString": 16 << 20, "MultiPolygon": 256 << 20}
POINT = np.dtype([("order", "u1"), ("type", "<u4"), ("lon", "<f8"), ("lat", "<f8")])


def encode_points(lon: Any, lat: Any) -> pa.Array:
    """Return the WKB of points, built at once from two columns of degrees."""
    made = np.empty(len(lon), dtype=POINT)
    made["order"], made["type"] = 1, 1
    made["lon"], made["lat"] = view_doubles(lon), view_doubles(lat)
    return build_binary_array(np.full(len(lon), POINT.itemsize), made.tobytes())


def view_doubles(column: Any) -> Any:
    """Return a column of doubles without nulls as a view of its buffer (to_numpy would import pandas)."""
    return np.frombuffer(column.buffers()[1], dtype="<f8", count=len(column), offset=column.offset * 8)


def decode_polygons(encoded: Any) -> pa.Array:
    """Decode hexadecimal WKB of polygons."""
    shapes = [bytes.fromhex(item) for item in encoded.to_pylist()]
    return build_binary_array(np.array([len(shape) for shape in shapes], dtype=np.int64), b"".join(shapes))


def build_binary_array(lengths: Any, content: bytes) -> pa.Array:
    """Return an array of byte strings from their lengths and concatenated bytes (pa.array would import pandas)."""
    offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    buffers = [None, pa.py_buffer(offsets.tobytes()), pa.py_buffer(content)]
    return pa.BinaryArray.from_buffers(pa.binary(), len(lengths), buffers)


def read_batches(source: Any, plan: dict[str, Any], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the input as record batches with a column of WKB."""
    types = {name: TYPES[kind] for name, kind in plan["columns"].items()}
    types |= {"lon__": pa.float64(), "lat__": pa.float64()} if plan["shape"] == "Point" else {"wkb__": pa.string()}
    reader = pa.csv.open_csv(
        source,
        read_options=pa.csv.ReadOptions(block_size=BLOCKS[plan["shape"]]),
        parse_options=pa.csv.ParseOptions(newlines_in_values=True),
        convert_options=pa.csv.ConvertOptions(
            column_types=types,
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
            true_values=["t"],
            false_values=["f"],
        ),
    )
    for batch in reader:
        if plan["shape"] == "Point":
            shape = encode_points(batch.column("lon__"), batch.column("lat__"))
        else:
            shape = decode_polygons(batch.column("wkb__"))
        yield pa.RecordBatch.from_arrays([*(batch.column(name) for name in plan["columns"]), shape], schema=schema)


def write_geoparquet(plan: dict[str, Any], schema: pa.Schema, rows: Iterator[pa.RecordBatch]) -> None:
    """Write GeoParquet 1.1: WKB, longitude first; without `crs` the file is in OGC:CRS84."""
    column = {"encoding": "WKB", "geometry_types": [plan["shape"]]}
    about = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}
    with pa.parquet.ParquetWriter(
        plan["path"], schema.with_metadata({"geo": json.dumps(about)}), compression="zstd"
    ) as writer:
        for batch in rows:
            writer.write_batch(batch)


def main(plan: dict[str, Any], source: Any) -> None:
    """Write the file that the plan describes."""
    schema = pa.schema([*((name, TYPES[kind]) for name, kind in plan["columns"].items()), ("geometry", pa.binary())])
    rows = read_batches(source, plan, schema)
    if plan["format"] == "parquet":
        write_geoparquet(plan, schema, rows)
        return
    pyogrio.write_arrow(
        pa.RecordBatchReader.from_batches(schema, rows),
        plan["path"],
        layer=plan["layer"],
        driver=DRIVERS[plan["format"]],
        geometry_name="geometry",
        geometry_type=plan["shape"],
        crs="EPSG:4326",
        **OPTIONS.get(plan["format"], {}),
    )


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.stdin.buffer)
    # The file is closed, but library threads may still run: one that ends during interpreter shutdown crashes the
    # process, and the exit code would report a complete file as a failure.
    os._exit(0)
