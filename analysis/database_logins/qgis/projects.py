"""Write a project of QGIS with every layer of the schema `gis`, as the table `qgis_projects` holds it."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from analysis.database_logins.qgis.layers import LAYERS, GisLayer
from analysis.database_logins.qgis.styles import VERSION, add_style, build_attributes
from analysis.database_logins.types import ViewColumn

PROJECT: Final = "tabanca"
CRS: Final = "EPSG:4326"
GEOMETRY: Final = {"Point": "Point", "LineString": "LineString", "Polygon": "MultiPolygon"}
DOCTYPE: Final = "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"


@dataclass(frozen=True, slots=True)
class Server:
    """Hold where QGIS finds the database. Who signs in is asked by QGIS, and is not in the project."""

    host: str
    port: int
    database: str


@dataclass(frozen=True, slots=True)
class ProjectLayer:
    """Hold a layer of a project: its id there, how it looks, its columns, and where QGIS reads it with which provider."""

    id: str
    style: GisLayer
    columns: Sequence[ViewColumn]
    provider: str
    source: str


def write_project(server: Server, columns: Sequence[ViewColumn], extent: tuple[float, float, float, float]) -> bytes:
    """Return the project of the schema `gis`, packed as QGIS packs it."""
    layers = [
        ProjectLayer(
            write_id(layer),
            layer,
            [column for column in columns if column.view == layer.view],
            "postgres",
            write_source(server, layer),
        )
        for layer in LAYERS
    ]
    return pack_project("Tabanca", layers, extent)


def pack_project(title: str, layers: Sequence[ProjectLayer], extent: tuple[float, float, float, float]) -> bytes:
    """Return a project of these layers, the lowest first, packed as QGIS packs it."""
    root = Element("qgis", {"projectname": title, "version": VERSION})
    SubElement(root, "title").text = title
    _add_crs(SubElement(root, "projectCrs"))
    tree = SubElement(root, "layer-tree-group")
    canvas = SubElement(root, "mapcanvas", {"name": "theMapCanvas", "annotationsVisible": "1"})
    SubElement(canvas, "units").text = "degrees"
    box = SubElement(canvas, "extent")
    for name, value in zip(("xmin", "ymin", "xmax", "ymax"), extent, strict=True):
        SubElement(box, name).text = str(value)
    _add_crs(SubElement(canvas, "destinationsrs"))
    shown = SubElement(root, "projectlayers")
    order = SubElement(root, "layerorder")
    # QGIS lists the topmost first.
    for layer in reversed(layers):
        state = "Qt::Checked" if layer.style.shown else "Qt::Unchecked"
        entry = {"id": layer.id, "name": layer.style.title, "checked": state, "expanded": "0"}
        SubElement(tree, "layer-tree-layer", {**entry, "providerKey": layer.provider, "source": layer.source})
        SubElement(order, "layer", {"id": layer.id})
        _add_layer(shown, layer)
    text = DOCTYPE + tostring(root, encoding="unicode")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{PROJECT}.qgs", text)
    return packed.getvalue()


def write_id(layer: GisLayer) -> str:
    """Return the id of a layer in the project: QGIS replaces ids of ten letters and fewer, and then loses their place."""
    return f"tabanca_gis_{layer.view}"


def write_source(server: Server, layer: GisLayer) -> str:
    """Return the address of a layer, as QGIS writes it."""
    place = f"dbname={_quote(server.database)} host={_quote(server.host)} port={_quote(str(server.port))}"
    # With the key and the type given, QGIS reads no row to find them; `estimatedmetadata` saves counting all rows.
    known = f"key='cle' estimatedmetadata=true srid=4326 type={GEOMETRY[layer.shape]}"
    return f'{place} {known} checkPrimaryKeyUnicity=\'0\' table="gis"."{layer.view}" (geom)'


def _quote(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _add_layer(parent: Element, layer: ProjectLayer) -> None:
    style = layer.style
    shape = {"type": "vector", "geometry": style.shape, "wkbType": GEOMETRY[style.shape], "readOnly": "1"}
    element = SubElement(parent, "maplayer", shape | build_attributes(style))
    SubElement(element, "id").text = layer.id
    SubElement(element, "datasource").text = layer.source
    SubElement(element, "layername").text = style.title
    _add_crs(SubElement(element, "srs"))
    SubElement(element, "provider", {"encoding": "UTF-8"}).text = layer.provider
    add_style(element, style, layer.columns)


def _add_crs(parent: Element) -> None:
    system = SubElement(parent, "spatialrefsys")
    SubElement(system, "srid").text = "4326"
    SubElement(system, "authid").text = CRS
