"""Describe collections, what they may be filtered by, and their tiles."""

from typing import Any, Final

from django.utils.translation import gettext as _

from geo.ogc.computed.hooks import ComputedCollection
from geo.ogc.conditions.terms import DATE, FLAG, INSTANT, NUMBER, UUID_KIND
from geo.ogc.descriptions.links import Link, Links
from geo.ogc.rules import CRS84, JSON, MVT, REFERENCE_SYSTEMS, TILE_MATRIX_SET, TILE_MATRIX_SET_URI
from geo.ogc.types import Box, Collection

TILESETS: Final = "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector"
STYLES: Final = "http://www.opengis.net/def/rel/ogc/1.0/styles"
TILING_SCHEME: Final = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
# The JSON schema of each kind of property; others are texts.
SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    NUMBER: {"type": "number"},
    FLAG: {"type": "boolean"},
    UUID_KIND: {"type": "string", "format": "uuid"},
    DATE: {"type": "string", "format": "date"},
    INSTANT: {"type": "string", "format": "date-time"},
}
SHAPE_FORMATS: Final = {
    "Point": "geometry-point",
    "LineString": "geometry-linestring",
    "MultiPolygon": "geometry-multipolygon",
}


def describe_collection(collection: Collection, links: Links, selves: list[Link], has_tiles: bool) -> dict[str, Any]:
    """Return a collection with its extent, reference systems and links, to its tiles for who may read them."""
    name = collection.layer.name
    tiles = [links.build(f"/collections/{name}/tiles", TILESETS, JSON, _("Les tuiles")), link_styles(name, links)]
    return {
        "id": name,
        "title": str(collection.layer.title),
        "itemType": "feature",
        "extent": {"spatial": {"bbox": [list(collection.extent)], "crs": CRS84.uri}},
        "crs": list(REFERENCE_SYSTEMS),
        "storageCrs": CRS84.uri,
        "links": [
            *selves,
            links.build_items(name),
            links.build_queryables(name),
            *(tiles if has_tiles else []),
        ],
    }


def link_styles(name: str, links: Links) -> Link:
    return links.build(f"/collections/{name}/styles", STYLES, JSON, _("Les styles des tuiles"))


def describe_computed(
    name: str, collection: ComputedCollection, extent: Box, links: Links, selves: list[Link]
) -> dict[str, Any]:
    """Return a collection that is computed from parameters, whose names its description tells."""
    told = _("Paramètres : %(names)s.") % {"names": ", ".join(collection.list_parameters())}
    return {
        "id": name,
        "title": str(collection.title),
        "description": f"{collection.description} {told}",
        "itemType": "feature",
        "extent": {"spatial": {"bbox": [list(extent)], "crs": CRS84.uri}},
        "crs": [CRS84.uri],
        "links": [*selves, links.build_items(name)],
    }


def describe_queryables(collection: Collection, links: Links) -> dict[str, Any]:
    """Return the JSON schema of what conditions may name."""
    name = collection.layer.name
    properties = {
        each.name: {"title": each.name, **SCHEMAS.get(each.kind, {"type": "string"})}
        for each in collection.properties.values()
    }
    shape = {
        "title": _("La position ou le contour"),
        "format": SHAPE_FORMATS.get(collection.layer.shape, "geometry-any"),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{links.base}/collections/{name}/queryables",
        "type": "object",
        "title": str(collection.layer.title),
        "properties": {**properties, "geometry": shape},
        "additionalProperties": False,
    }


def describe_tilesets(collection: Collection, links: Links, selves: list[Link]) -> dict[str, Any]:
    """Return the list of the tile sets of a collection."""
    tileset = describe_tileset(collection, links, [])
    return {"links": selves, "tilesets": [tileset]}


def describe_tileset(collection: Collection, links: Links, selves: list[Link]) -> dict[str, Any]:
    """Return the only tile set of a collection: vector tiles of the web's grid."""
    path = f"/collections/{collection.layer.name}/tiles/{TILE_MATRIX_SET}"
    template = {**links.build(path, "item", MVT), "templated": True}
    template["href"] += "/{tileMatrix}/{tileRow}/{tileCol}"
    return {
        "title": str(collection.layer.title),
        "dataType": "vector",
        "crs": "http://www.opengis.net/def/crs/EPSG/0/3857",
        "tileMatrixSetURI": TILE_MATRIX_SET_URI,
        "links": [
            *(selves or [links.build(path, "self", JSON)]),
            template,
            links.build(f"/tileMatrixSets/{TILE_MATRIX_SET}", TILING_SCHEME, JSON),
            link_styles(collection.layer.name, links),
        ],
    }


def describe_tile_matrix_set() -> dict[str, Any]:
    """Return the web's grid of tiles (OGC 17-083r4, annex D.1)."""
    origin, widest = 20037508.342789244, 559082264.0287178
    matrices = [
        {
            "id": str(zoom),
            "scaleDenominator": widest / 2**zoom,
            "cellSize": 2 * origin / 256 / 2**zoom,
            "pointOfOrigin": [-origin, origin],
            "tileWidth": 256,
            "tileHeight": 256,
            "matrixWidth": 2**zoom,
            "matrixHeight": 2**zoom,
        }
        for zoom in range(25)
    ]
    return {
        "id": TILE_MATRIX_SET,
        "title": "Google Maps Compatible for the World",
        "uri": TILE_MATRIX_SET_URI,
        "crs": "http://www.opengis.net/def/crs/EPSG/0/3857",
        "orderedAxes": ["X", "Y"],
        "wellKnownScaleSet": "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible",
        "tileMatrices": matrices,
    }
