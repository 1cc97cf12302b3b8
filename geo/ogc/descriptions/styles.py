"""Write how the tiles of a layer are drawn, as a style of MapLibre and Mapbox (version 8)."""

from typing import Any, Final

from django.utils.translation import gettext as _

from geo.layers.api import DEEPEST_ZOOM, MIN_ZOOM, Layer
from geo.ogc.descriptions.links import Link, Links
from geo.ogc.rules import MAPBOX_STYLE, STYLE, TILE_MATRIX_SET

SOURCE: Final = "couche"
PLAIN: Final = "#0b6655"
OTHER: Final = "#9aa5a5"
EDGE: Final = "#ffffff"
# By place of a code among its layer's codes; the first four are the console's colours of poverty.
COLOURS: Final = ("#54190b", "#c73a3a", "#f6a93b", "#faeaa5", "#0a84c1", "#33348c", "#15704a", "#7f5f9a")
# Circles of clusters: the number of rows, and the radius in pixels.
STEPS: Final = (1, 6, 100, 14, 10_000, 26)


def describe_styles(layer: Layer, links: Links, selves: list[Link]) -> dict[str, Any]:
    """Return the list of the styles of a layer's tiles."""
    entry = {
        "id": STYLE,
        "title": str(layer.title),
        "links": [links.build(f"/collections/{layer.name}/styles/{STYLE}", "stylesheet", MAPBOX_STYLE)],
    }
    return {"links": selves, "default": STYLE, "styles": [entry]}


def write_stylesheet(layer: Layer, links: Links) -> dict[str, Any]:
    """Return the style of a layer's tiles, which it names as its source."""
    address = f"{links.base}/collections/{layer.name}/tiles/{TILE_MATRIX_SET}/{{z}}/{{y}}/{{x}}"
    source = {"type": "vector", "tiles": [address], "minzoom": MIN_ZOOM, "maxzoom": DEEPEST_ZOOM}
    draw = {"Point": _draw_points, "LineString": _draw_lines}.get(layer.shape, _draw_areas)
    return {
        "version": 8,
        "name": str(layer.title),
        "metadata": {"description": _("Le style des tuiles de cette couche.")},
        "sources": {SOURCE: source},
        "layers": [each | {"source": SOURCE, "source-layer": layer.name} for each in draw(layer)],
    }


def _draw_lines(layer: Layer) -> list[dict[str, Any]]:
    return [{"id": "lignes", "type": "line", "paint": {"line-color": PLAIN, "line-width": 1.2}}]


def _draw_areas(layer: Layer) -> list[dict[str, Any]]:
    return [
        {"id": "surfaces", "type": "fill", "paint": {"fill-color": PLAIN, "fill-opacity": 0.12}},
        {"id": "limites", "type": "line", "paint": {"line-color": PLAIN, "line-width": 1.2}},
    ]


def _draw_points(layer: Layer) -> list[dict[str, Any]]:
    """Return the layers of single points, in the colour of their code, and of clusters, as large as their number."""
    paint = {"circle-stroke-color": EDGE, "circle-stroke-width": 1}
    single = {
        "id": "points",
        "type": "circle",
        "filter": ["!", ["has", "nombre"]],
        "paint": {**paint, "circle-radius": 5, "circle-color": _colour_by_code(layer)},
    }
    if layer.clusters is None:
        return [single]
    radius = ["interpolate", ["exponential", 0.5], ["get", "nombre"], *STEPS]
    grouped = {
        "id": "groupes",
        "type": "circle",
        "filter": ["has", "nombre"],
        "paint": {**paint, "circle-radius": radius, "circle-color": PLAIN, "circle-opacity": 0.75},
    }
    return [grouped, single]


def _colour_by_code(layer: Layer) -> Any:
    """Return the colour of a point: of the code that the layer's clusters count, where its tiles have it."""
    clusters = layer.clusters
    name = next((name for name, each in layer.tile_properties.items() if clusters and each == clusters.code), None)
    if clusters is None or name is None:
        return PLAIN
    pairs = [part for pair in zip(clusters.codes, COLOURS, strict=False) for part in pair]
    return ["match", ["get", name], *pairs, OTHER]
