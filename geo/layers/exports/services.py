"""Export a layer as GeoPackage, FlatGeobuf or GeoParquet: a child process writes a temporary file from COPY's rows."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any, cast

from django.conf import settings
from django.db.models import QuerySet

from config.caller import Caller
from config.errors.problems import Problem
from geo.layers.exports.queries import compile_export_select, stream_copy
from geo.layers.types import Layer
from geo.tables import launcher

READ_BYTES = 256 * 1024
# The nightly sweep knows such folders of killed processes.
FOLDER_PREFIX = "tabanca-export-"
# A file being written takes up to this many times the bytes of its rows.
DISK_SPACE_FACTOR = 4
MIN_DISK_SPACE = 1024 * 1024


def convert_layer(layer: Layer, rows: QuerySet[Any], user: Caller, file_format: str) -> tuple[Iterator[bytes], int]:
    """Return the blocks of the file in `file_format` (gpkg, fgb, parquet) and its size in bytes.

    The file is already unlinked when it is streamed. Raises as `write_layer` does.
    """
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as folder:
        path = Path(folder) / f"{layer.name}.{file_format}"
        write_layer(path, layer, rows, user, file_format)
        size = path.stat().st_size
        # The open file outlives its name: nothing is left on disk, whenever the client disconnects.
        file = path.open("rb")
    return _read_blocks(file), size


def write_layer(
    path: Path,
    layer: Layer,
    rows: QuerySet[Any],
    user: Caller,
    file_format: str,
    on_block: Callable[[], None] = lambda: None,
) -> None:
    """Write the rows of a layer into a file; a GeoPackage that is there already gets one more layer.

    A child process writes the file: the GDAL in pyogrio's wheel must not share a process with the system's GDAL, which
    GeoDjango has loaded. `on_block` is called now and then, and may raise to stop. Raises RuntimeError with the message
    of the child when it fails, INSUFFICIENT_STORAGE when the disk is full.
    """
    select = compile_export_select(layer, rows, user)
    cells = [f'{column.plain_sql} AS "{column.public_name}"' for column in select.columns]
    point = layer.shape == "Point"
    shape = "ST_X(shape) AS lon__, ST_Y(shape) AS lat__" if point else "encode(ST_AsBinary(shape), 'hex') AS wkb__"
    statement = f"COPY (SELECT {', '.join(cells)}, {shape} FROM ({select.sql}) AS rows) TO STDOUT (FORMAT csv, HEADER)"
    columns = {column.public_name: column.kind for column in select.columns}
    plan = {"path": str(path), "format": file_format, "layer": layer.name, "shape": layer.shape, "columns": columns}
    with closing(stream_copy(statement, select.params)) as blocks:
        _run_conversion(plan, _watch(blocks, on_block))


def _watch(blocks: Iterable[bytes], on_block: Callable[[], None]) -> Iterator[bytes]:
    for block in blocks:
        on_block()
        yield block


def _read_blocks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while block := file.read(READ_BYTES):
            yield block


def _run_conversion(plan: dict[str, Any], blocks: Iterable[bytes]) -> None:
    """Write the file in a child process. Raises INSUFFICIENT_STORAGE when it fails for lack of disk space."""
    command = launcher.build_command("geo.vector_files.conversion_child", json.dumps(plan))
    sent = 0
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(  # noqa: S603  - our own module; the plan names layers and properties only
            command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stderr=errors
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
        if child.returncode:
            # Not every GDAL driver reports a full disk as the reason.
            free = shutil.disk_usage(Path(plan["path"]).parent).free
            if free < MIN_DISK_SPACE + DISK_SPACE_FACTOR * sent:
                raise Problem("INSUFFICIENT_STORAGE")
            errors.seek(0)
            raise RuntimeError(f"conversion to {plan['format']} failed: {errors.read()[-2000:].decode()}")
