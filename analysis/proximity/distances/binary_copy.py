"""Copy rows of fixed width between PostgreSQL and numpy by binary COPY, without a Python object per row."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from django.db import connection

# The signature, no flags, no header extension; the trailer is a field count of -1.
HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
TRAILER = b"\xff\xff"
BATCH_ROWS: Final = 100_000
# By type of column: the function that encodes it, and the numpy type that decodes it.
COLUMN_TYPES: Final = {"uuid": ("uuid_send", "V16"), "float8": ("float8send", ">f8")}


def read_columns(select: str, types: Sequence[str]) -> list[np.ndarray]:
    """Return the columns of a SELECT without nulls; `types` are keys of COLUMN_TYPES: ids are 16 bytes, numbers doubles.

    Each column is sent as one value that concatenates all rows: one message per row would cost more than the rows.
    """
    names = [f"c{index}" for index in range(len(types))]
    encoders = [COLUMN_TYPES[column_type][0] for column_type in types]
    packed = ", ".join(f"string_agg({encoder}({name}), '')" for name, encoder in zip(names, encoders, strict=True))
    statement = f"COPY (SELECT {packed} FROM ({select}) AS row ({', '.join(names)})) TO STDOUT (FORMAT binary)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        content = memoryview(b"".join(copy))
    offset, columns = len(HEADER) + 2, []
    for column_type in types:
        # A length of -1 is null: the SELECT has no row.
        length = max(int.from_bytes(content[offset : offset + 4], "big", signed=True), 0)
        values = np.frombuffer(content[offset + 4 : offset + 4 + length], dtype=COLUMN_TYPES[column_type][1])
        columns.append(values if column_type == "uuid" else values.astype(float))
        offset += 4 + length
    return columns


def read_points(select: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return ids (16 bytes each), longitudes and latitudes of a SELECT of (uuid, float8, float8) without nulls."""
    ids, lon, lat = read_columns(select, ("uuid", "float8", "float8"))
    return ids, lon, lat


def write_rows(table: str, columns: list[tuple[str, np.ndarray | None]]) -> None:
    """COPY arrays of ids (V16) or floats into `table` (with its list of columns); None stands for a column of nulls."""
    layout: list[tuple[str, str]] = [("fields", ">i2")]
    for name, values in columns:
        layout.append((f"{name}_length", ">i4"))
        if values is not None:
            layout.append((name, "V16" if values.dtype.kind == "V" else ">f8"))
    count = next(len(values) for _, values in columns if values is not None)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
        copy.write(HEADER)
        for start in range(0, count, BATCH_ROWS):
            batch = slice(start, min(start + BATCH_ROWS, count))
            rows = np.empty(batch.stop - batch.start, dtype=layout)
            rows["fields"] = len(columns)
            for name, values in columns:
                rows[f"{name}_length"] = -1
                if values is not None:
                    rows[f"{name}_length"] = 16 if values.dtype.kind == "V" else 8
                    rows[name] = values[batch]
            copy.write(rows.tobytes())
        copy.write(TRAILER)
