"""Write the style of a layer as QML, as QGIS 3.22 and later read it."""

from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from analysis.database_logins.qgis.layers import Category, GisLayer
from analysis.database_logins.types import ViewColumn

VERSION = "3.22.0-Białowieża"


def write_style(layer: GisLayer, columns: Iterable[ViewColumn]) -> str:
    """Return the style of a layer as a document of its own, as the table `layer_styles` holds it."""
    root = Element("qgis", {"version": VERSION, "styleCategories": "AllStyleCategories", **build_attributes(layer)})
    add_style(root, layer, columns)
    return tostring(root, encoding="unicode")


def build_attributes(layer: GisLayer) -> dict[str, str]:
    """Return the attributes of the element around a style."""
    scale = layer.smallest_scale
    return {
        "labelsEnabled": "1" if layer.label_column else "0",
        "hasScaleBasedVisibilityFlag": "1" if scale else "0",
        "minScale": str(scale or 100_000_000),
        "maxScale": "0",
    }


# What QGIS calls the geometry of a layer, and its symbol and what draws that, by the shape of the layer.
GEOMETRY_TYPES: Final = {"Point": "0", "LineString": "1", "Polygon": "2"}
SYMBOLS: Final = {
    "Point": ("marker", "SimpleMarker"),
    "LineString": ("line", "SimpleLine"),
    "Polygon": ("fill", "SimpleFill"),
}


def add_style(root: Element, layer: GisLayer, columns: Iterable[ViewColumn]) -> None:
    """Add symbols, labels and names of columns to a document of a style or of a layer."""
    renderer = SubElement(root, "renderer-v2", {"forceraster": "0", "symbollevels": "0", "enableorderby": "0"})
    if layer.categories:
        renderer.set("type", "categorizedSymbol")
        renderer.set("attr", layer.category_column)
        categories = SubElement(renderer, "categories")
        for place, category in enumerate(layer.categories):
            _add_category(categories, place, category)
    else:
        renderer.set("type", "singleSymbol")
    symbols = SubElement(renderer, "symbols")
    for place, colour in enumerate([category.colour for category in layer.categories] or [layer.colour]):
        _add_symbol(symbols, place, layer, colour)
    if layer.label_column:
        _add_labels(root, layer)
    aliases = SubElement(root, "aliases")
    for place, column in enumerate(column for column in columns if column.name != "geom"):
        SubElement(aliases, "alias", {"field": column.name, "index": str(place), "name": column.alias})
    SubElement(root, "layerGeometryType").text = GEOMETRY_TYPES[layer.shape]


def _add_category(parent: Element, place: int, category: Category) -> None:
    SubElement(
        parent,
        "category",
        {"value": category.value or "", "label": category.label, "symbol": str(place), "render": "true"},
    )


def _add_symbol(parent: Element, place: int, layer: GisLayer, colour: str) -> None:
    kind, drawn_as = SYMBOLS[layer.shape]
    symbol = SubElement(parent, "symbol", {"name": str(place), "type": kind, "alpha": "1", "clip_to_extent": "1"})
    drawn = SubElement(symbol, "layer", {"class": drawn_as, "enabled": "1", "pass": "0"})
    if layer.shape == "LineString":
        properties = {"line_color": write_colour(colour), "line_width": str(layer.size)}
    elif layer.shape == "Polygon":
        properties = {"style": "no", "outline_color": write_colour(colour), "outline_width": str(layer.size)}
    else:
        properties = {"name": "circle", "color": write_colour(colour), "size": str(layer.size)}
        properties |= {"outline_color": "255,255,255,255", "outline_width": "0.1"}
    for key, value in properties.items():
        SubElement(drawn, "prop", {"k": key, "v": value})


def _add_labels(root: Element, layer: GisLayer) -> None:
    labeling = SubElement(root, "labeling", {"type": "simple"})
    settings = SubElement(labeling, "settings", {"calloutType": "simple"})
    text = {"fieldName": layer.label_column, "fontSize": "9", "textColor": "51,67,63,255", "isExpression": "0"}
    style = SubElement(settings, "text-style", text)
    SubElement(style, "text-buffer", {"bufferDraw": "1", "bufferSize": "0.8", "bufferColor": "251,250,246,255"})
    SubElement(settings, "placement", {"placement": "0" if layer.shape == "Point" else "1"})


def write_colour(colour: str) -> str:
    """Return `#rrggbb` as QGIS writes it: red, green, blue and opacity."""
    return ",".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5)) + ",255"
