"""Write vector tiles into a file of MBTiles 1.3."""

import gzip
import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final

TABLES: Final = """
CREATE TABLE metadata (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob,
  PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
"""
# Tiles are small: the highest level takes twice as long for a few percent.
GZIP_LEVEL: Final = 6


def create_tables(file: sqlite3.Connection) -> None:
    """Create the tables of an empty file."""
    file.executescript(TABLES)


def add_tiles(file: sqlite3.Connection, z: int, tiles: Iterable[tuple[int, int, bytes]]) -> int:
    """Add the tiles (column, row from the north, bytes) of a zoom and return how many; rows are counted from the south."""
    last = (1 << z) - 1
    rows = ((z, x, last - y, gzip.compress(tile, GZIP_LEVEL, mtime=0)) for x, y, tile in tiles)
    return file.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", rows).rowcount


def write_metadata(file: sqlite3.Connection, values: Mapping[str, str], layers: list[dict[str, Any]]) -> None:
    """Write what programs need to know of the tiles; `layers` are as a TileJSON describes them."""
    known = {**values, "format": "pbf", "type": "overlay", "json": json.dumps({"vector_layers": layers})}
    file.executemany("INSERT INTO metadata VALUES (?, ?)", known.items())
