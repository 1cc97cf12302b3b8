"""Define what the service conforms to, its reference systems and its limits."""

from typing import Final

from django.utils.translation import gettext as _

from config.errors.problems import invalid
from geo.ogc.types import ReferenceSystem

DEFAULT_LIMIT: Final = 100
MAX_LIMIT: Final = 10_000
MAX_OFFSET: Final = 10_000_000
GEOJSON: Final = "application/geo+json"
JSON: Final = "application/json"
HTML: Final = "text/html"
SCHEMA_JSON: Final = "application/schema+json"
MVT: Final = "application/vnd.mapbox-vector-tile"
OPENAPI: Final = "application/vnd.oai.openapi+json;version=3.0"
MAPBOX_STYLE: Final = "application/vnd.mapbox.style+json"
# The only style of each layer's tiles.
STYLE: Final = "defaut"
# What the tiles of every layer need, beside the layer's own permission.
TILES_PERMISSION: Final = "geo.lire"
TILE_MATRIX_SET: Final = "WebMercatorQuad"
TILE_MATRIX_SET_URI: Final = "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"

_FEATURES = "http://www.opengis.net/spec/ogcapi-features-{}/1.0/conf/{}"
_COMMON = "http://www.opengis.net/spec/ogcapi-common-{}/1.0/conf/{}"
_CQL2 = "http://www.opengis.net/spec/cql2/1.0/conf/{}"
_TILES = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/{}"
CONFORMANCE: Final = (
    *(_FEATURES.format(1, name) for name in ("core", "geojson", "html", "oas30")),
    _FEATURES.format(2, "crs"),
    *(_FEATURES.format(3, name) for name in ("queryables", "queryables-query-parameters", "filter", "features-filter")),
    *(
        _CQL2.format(name)
        for name in (
            "cql2-text",
            "cql2-json",
            "basic-cql2",
            "advanced-comparison-operators",
            "case-insensitive-comparison",
            "accent-insensitive-comparison",
            "basic-spatial-functions",
            "basic-spatial-functions-plus",
            "spatial-functions",
            "property-property",
            "arithmetic",
        )
    ),
    *(_COMMON.format(1, name) for name in ("core", "json", "html", "oas30")),
    _COMMON.format(2, "collections"),
    *(_TILES.format(name) for name in ("core", "tileset", "tilesets-list", "geodata-tilesets", "mvt")),
)


CRS84: Final = ReferenceSystem("http://www.opengis.net/def/crs/OGC/1.3/CRS84", 4326)
REFERENCE_SYSTEMS: Final = {
    system.uri: system
    for system in (
        CRS84,
        ReferenceSystem("http://www.opengis.net/def/crs/EPSG/0/4326", 4326, is_latitude_first=True),
        ReferenceSystem(
            "http://www.opengis.net/def/crs/EPSG/0/3857",
            3857,
            digits=2,
            bounds=(-20037508.35, -20048966.11, 20037508.35, 20048966.11),
        ),
        # UTM 28 north, a little wider than the zone.
        ReferenceSystem(
            "http://www.opengis.net/def/crs/EPSG/0/32628", 32628, digits=2, bounds=(-500_000, 0, 1_500_000, 9_400_000)
        ),
    )
}


def find_reference_system(name: str, uri: str | None) -> ReferenceSystem:
    """Return the reference system that parameter `name` asks for. Raises VALIDATION_ERROR."""
    system = REFERENCE_SYSTEMS.get((uri or CRS84.uri).strip("[]<>"))
    if system is None:
        known = ", ".join(REFERENCE_SYSTEMS)
        raise invalid({name: [_("Système de coordonnées inconnu. Possibles : %(known)s.") % {"known": known}]})
    return system
