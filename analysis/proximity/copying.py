"""Rows of fixed width between PostgreSQL and numpy by binary COPY: no Python object a row."""

import numpy as np
from django.db import connection

# The signature, no flags, no header extension; the end is a field count of -1.
HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
TRAILER = b"\xff\xff"


# Three values made of all rows: a message for each row would cost more than the rows.
PACKED = """COPY (SELECT string_agg(uuid_send(id), ''), string_agg(float8send(lon), ''), string_agg(float8send(lat), '')
              FROM ({select}) AS point (id, lon, lat)) TO STDOUT (FORMAT binary)"""


def read_points(select: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ids (16 bytes each), longitudes and latitudes of a SELECT of (uuid, float8, float8) without nulls."""
    with connection.cursor() as cursor, cursor.copy(PACKED.format(select=select)) as copy:
        content = memoryview(b"".join(copy))
    at, found = len(HEADER) + 2, []
    for kind in ("V16", ">f8", ">f8"):
        # A length of -1 is null: there was no row.
        length = max(int.from_bytes(content[at : at + 4], "big", signed=True), 0)
        found.append(np.frombuffer(content[at + 4 : at + 4 + length], dtype=kind))
        at += 4 + length
    ids, lon, lat = found
    return ids, lon.astype(float), lat.astype(float)


def write_rows(into: str, columns: list[tuple[str, np.ndarray | None]]) -> None:
    """COPY arrays of ids (V16) or floats into `into`, a table with its columns. None is a column of nulls."""
    layout: list[tuple[str, str]] = [("fields", ">i2")]
    for name, values in columns:
        layout.append((f"{name}_length", ">i4"))
        if values is not None:
            layout.append((name, "V16" if values.dtype.kind == "V" else ">f8"))
    count = next(len(values) for _, values in columns if values is not None)
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN (FORMAT binary)") as copy:
        copy.write(HEADER)
        for start in range(0, count, 100_000):
            lot = slice(start, min(start + 100_000, count))
            rows = np.empty(lot.stop - lot.start, dtype=layout)
            rows["fields"] = len(columns)
            for name, values in columns:
                rows[f"{name}_length"] = -1
                if values is not None:
                    rows[f"{name}_length"] = 16 if values.dtype.kind == "V" else 8
                    rows[name] = values[lot]
            copy.write(rows.tobytes())
        copy.write(TRAILER)
