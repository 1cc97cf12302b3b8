"""Read files with geometry through the GDAL of the pyogrio wheel.

Runs in the child process only: GeoDjango loads the system's GDAL, and two of them in one process crash each other.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pyogrio
import pyproj
import shapely
from geopandas import GeoSeries
from pyogrio.errors import DataLayerError, DataSourceError

from geo.tables.sandbox import UnreadableFile
from geo.vector_files.gdal_drivers import restrict_gdal_driver
from geo.vector_files.geopackage import list_tables

CHUNK = 50_000
LABELS = {"gpkg": "GeoPackage", "geojson": "GeoJSON", "shp": "Shapefile"}
# Open a GeoPackage as immutable: no journal beside it is read or created.
OPENING = {"gpkg": {"IMMUTABLE": "YES", "LIST_ALL_TABLES": "NO"}}
WGS84 = pyproj.CRS.from_epsg(4326)
Located = tuple[int, dict[str, Any], str | None, str | None]


def _list_layers(path: Path, kind: str) -> list[tuple[str, bool]]:
    """Return the names of the layers, and whether each has geometry. Raises UnreadableFile."""
    if kind == "gpkg":
        return list_tables(path)
    return [(str(name), geometry is not None) for name, geometry in pyogrio.list_layers(path)]


def _choose_layer(layers: list[tuple[str, bool]], wanted: str | None) -> str:
    """Return the named layer, else the only one with geometry, else the only one. Raises UnreadableFile."""
    names = [name for name, _located in layers]
    if wanted is not None:
        if wanted not in names:
            raise UnreadableFile("couche", couche=wanted, couches=", ".join(names[:20]))
        return wanted
    found = [name for name, located in layers if located] or names
    if not found:
        raise UnreadableFile("sans_couche")
    if len(found) > 1:
        raise UnreadableFile("couches", couches=", ".join(found[:20]))
    return found[0]


def _parse_crs(text: str | None) -> pyproj.CRS | None:
    if not text:
        return None
    try:
        return pyproj.CRS.from_user_input(text)
    except pyproj.exceptions.CRSError as error:
        raise UnreadableFile("crs", crs=text[:80]) from error


class Projection:
    """Transform the layer's shapes to EPSG:4326, longitude first, two dimensions.

    A system that the caller gives replaces the one that the file declares. Raises UnreadableFile for a system that
    cannot be transformed to degrees: a local grid, heights, or one that needs a grid file.
    """

    def __init__(self, declared: str | None, wanted: str | None) -> None:
        self.crs = _parse_crs(wanted or declared)
        self.notices = ["crs_remplace"] if wanted and declared and not self._is_declared(declared) else []
        if self.crs is None:
            self.notices.append("crs_suppose")
        # Degrees in another order of axes are read as they are: GDAL returns the longitude first.
        is_degrees = self.crs is None or self.crs.equals(WGS84, ignore_axis_order=True)
        self.source = WGS84 if is_degrees else self.crs
        self.project_shapes(GeoSeries())  # refuse the system before any feature is read

    def _is_declared(self, declared: str) -> bool:
        try:
            return self.crs == _parse_crs(declared)
        except UnreadableFile:
            return False

    def describe_crs(self) -> str:
        if self.crs is None:
            return "EPSG:4326"
        code = self.crs.to_epsg()
        return f"EPSG:{code}" if code else self.crs.name

    def project_shapes(self, shapes: GeoSeries) -> GeoSeries:
        """Return `shapes` projected.

        Raises UnreadableFile("crs_inconnu") when no CRS is known and they are not in degrees.
        """
        if self.crs is None:
            west, south, east, north = shapes.total_bounds
            if math.isfinite(west) and (west < -180 or south < -90 or east > 180 or north > 90):
                raise UnreadableFile("crs_inconnu")
        try:
            return shapes.force_2d().set_crs(self.source).to_crs(WGS84)
        except pyproj.exceptions.ProjError as error:
            raise UnreadableFile("crs_sans_degres", crs=self.describe_crs()[:80]) from error


def _parse_shapes(raw: Any) -> tuple[GeoSeries, Any]:
    """Parse WKB geometries, closing open rings; also return which rows have one that cannot be read."""
    shapes = GeoSeries.from_wkb(raw, on_invalid="fix")
    return shapes, shapes.isna() & numpy.array([item is not None for item in raw])


def _find_troubles(shapes: GeoSeries, unread: Any, max_vertices: int) -> Any:
    """Return for each row why its geometry is refused, or an empty text."""
    bounds = shapes.bounds
    inside = bounds.minx.ge(-180) & bounds.miny.ge(-90) & bounds.maxx.le(180) & bounds.maxy.le(90)
    off = shapes.notna() & ~shapes.is_empty & ~inside
    huge = shapes.count_coordinates() > max_vertices
    return numpy.select([unread, off, huge], ["geom_illisible", "hors_monde", "geom_enorme"], default="")


def _convert_column(column: Any) -> list[Any]:
    """Return a column as Python values: no NaN, whole floats as integers (an id that passed through a float)."""
    values = column.tolist()
    if column.dtype.kind == "f":
        return [None if not math.isfinite(v) else int(v) if v.is_integer() else v for v in values]
    if column.dtype.kind == "O":
        return [_convert_value(value) for value in values]
    return values


def _convert_value(value: Any) -> Any:
    """Return bytes as text, a list of one as its item, and longer sequences as lists that JSON can hold."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (list, tuple, numpy.ndarray)):
        items = [item.item() if isinstance(item, numpy.generic) else item for item in value]
        return items[0] if len(items) == 1 else items
    return value


class LayerSource:
    """Read one layer in chunks with the driver of its kind. Raises UnreadableFile for whatever GDAL refuses."""

    has_geometry = True

    def __init__(self, path: Path, kind: str, options: dict[str, Any]) -> None:
        self.path, self.label, self.options = path, LABELS[kind], options
        self.encoding = options.get("encoding")
        self.opening = OPENING.get(kind, {})
        restrict_gdal_driver(kind)
        try:
            self.name = _choose_layer(_list_layers(path, kind), options.get("layer"))
            info = pyogrio.read_info(
                path, layer=self.name, encoding=self.encoding, force_feature_count=True, **self.opening
            )
        except (DataSourceError, DataLayerError, UnicodeError, LookupError) as error:
            raise UnreadableFile("sig") from error
        self.columns = [str(name) for name in info["fields"]]
        self.total = int(info["features"])
        self.projection = Projection(info["crs"], options.get("crs"))
        if len(self.columns) > options["max_columns"]:
            raise UnreadableFile("colonnes", max=options["max_columns"])
        if self.total > options["max_rows"]:
            raise UnreadableFile("lignes", max=options["max_rows"])

    def describe_file(self) -> dict[str, Any]:
        return {
            "format": self.label,
            "couche": self.name,
            "crs": self.projection.describe_crs(),
            "avis": self.projection.notices,
        }

    def iterate_rows(self) -> Iterator[Located]:
        """Yield the features: number (from 1), attributes, hexadecimal EWKB in EPSG:4326 or None, trouble or None."""
        for start in range(0, self.total, CHUNK):
            yield from self._read_chunk(start)

    def _read_chunk(self, start: int) -> Iterator[Located]:
        try:
            meta, _fids, raw, data = pyogrio.raw.read(
                self.path,
                layer=self.name,
                encoding=self.encoding,
                force_2d=True,
                skip_features=start,
                max_features=CHUNK,
                datetime_as_string=True,
                **self.opening,
            )
        except (DataSourceError, DataLayerError, UnicodeError, LookupError, ValueError) as error:
            raise UnreadableFile("sig") from error
        names = [str(name) for name in meta["fields"]]
        values = [_convert_column(column) for column in data]
        size = len(raw) if raw is not None else len(values[0]) if values else 0
        if not size:
            return  # deleted records: they are counted, but not read
        shapes, unread = _parse_shapes(raw if raw is not None else numpy.full(size, None, dtype=object))
        shapes = self.projection.project_shapes(shapes)
        troubles = _find_troubles(shapes, unread, self.options["max_vertices"])
        accepted = shapes.where((troubles == "") & ~shapes.is_empty)
        encoded = shapely.to_wkb(shapely.set_srid(accepted.to_numpy(), 4326), hex=True, include_srid=True)
        cells = zip(*values, strict=True) if values else [()] * size
        features = zip(cells, encoded.tolist(), troubles.tolist(), strict=True)
        for line, (row, shape, trouble) in enumerate(features, start + 1):
            yield line, dict(zip(names, row, strict=True)), shape, trouble or None
