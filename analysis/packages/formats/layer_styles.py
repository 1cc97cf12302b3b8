"""Write titles and styles of layers into a GeoPackage, as QGIS and QField read them."""

import sqlite3
from collections.abc import Iterable
from typing import Final

# As QGIS makes it; the empty catalogue and schema are what it looks for in a file.
TABLE: Final = """
CREATE TABLE layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256),
  f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT,
  useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
  update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('layer_styles', 'attributes', 'layer_styles', 0);
"""
# A style is found by the name of the layer and of its geometry column.
STYLE: Final = """
INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, styleSLD,
                          useAsDefault, description, owner)
SELECT '', '', table_name, column_name, 'tabanca', ?, '', 1, ?, 'tabanca' FROM gpkg_geometry_columns WHERE table_name = ?
"""


def add_styles(file: sqlite3.Connection, styles: Iterable[tuple[str, str, str]]) -> None:
    """Add the styles (name of the layer, its title, QML) to a GeoPackage, and name its layers by their titles."""
    file.executescript(TABLE)
    for name, title, qml in styles:
        file.execute(STYLE, (qml, title, name))
        file.execute("UPDATE gpkg_contents SET description = ? WHERE table_name = ?", (title, name))


def count_rows(file: sqlite3.Connection, name: str) -> int:
    """Return the number of features of a layer."""
    found: int = file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
    return found
