"""Define the formats of exports."""

from dataclasses import dataclass


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
