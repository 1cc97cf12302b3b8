"""Inspect a GeoPackage before GDAL opens it. Runs in the child process only.

Only its tables are read. A view runs whatever its author wrote, for as long as it likes; a virtual table reads other
files; a computed column calls functions. None of them is needed to transfer features.
"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from geo.tables.sandbox import UnreadableFile

# The spatial index, as GDAL writes it: the only kind of virtual table that stays within the file.
NAME: Final = r'(?:"(?:[^"]|"")*"|\[[^\]]*\]|`[^`]*`|\w+)'
SPATIAL_INDEX: Final = re.compile(rf"CREATE\s+VIRTUAL\s+TABLE\s+{NAME}\s+USING\s+rtree\s*\([\w\s,\"]*\)", re.IGNORECASE)
# GDAL queries tables with these names by itself: a view in their place would run.
QUERIED_PREFIXES: Final = ("gpkg_", "rtree_", "sqlite_")
SPATIAL, PLAIN = "features", ("features", "attributes", "aspatial")
VIRTUAL: Final = """
    SELECT l.name, s.sql FROM pragma_table_list l LEFT JOIN sqlite_master s ON s.name = l.name
    WHERE l.schema = 'main' AND l.type = 'virtual'
"""
VIEWS: Final = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'view'"
COMPUTED: Final = """
    SELECT l.name FROM pragma_table_list l, pragma_table_xinfo(l.name) c
    WHERE l.schema = 'main' AND l.type = 'table' AND c.hidden > 1
"""
LAYERS: Final = """
    SELECT c.table_name, c.data_type FROM gpkg_contents c
    JOIN pragma_table_list l ON lower(l.name) = lower(c.table_name) AND l.schema = 'main' AND l.type = 'table'
    ORDER BY c.rowid
"""


def _refuse_foreign(database: sqlite3.Connection) -> None:
    """Raise UnreadableFile for whatever could run code or read other files while the tables are read."""
    found = [name for name, sql in database.execute(VIRTUAL) if not SPATIAL_INDEX.fullmatch((sql or "").strip(" \n;"))]
    found += [name for (name,) in database.execute(VIEWS) if name.lower().startswith(QUERIED_PREFIXES)]
    found += [name for (name,) in database.execute(COMPUTED)]
    if found:
        raise UnreadableFile("gpkg_calcul", noms=", ".join(dict.fromkeys(found[:20])))


def list_tables(path: Path) -> list[tuple[str, bool]]:
    """Return the layers of a GeoPackage that are tables, and whether each has geometry. Raises UnreadableFile."""
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            _refuse_foreign(database)
            found = database.execute(LAYERS).fetchall()
    except sqlite3.Error as error:
        raise UnreadableFile("sig") from error
    return [(str(name), kind == SPATIAL) for name, kind in found if kind in PLAIN]
