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
GEOMETRY: Final = {"Point": "Point", "Polygon": "MultiPolygon"}
DOCTYPE: Final = "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"


@dataclass(frozen=True, slots=True)
class Server:
    """Hold where QGIS finds the database. Who signs in is asked by QGIS, and is not in the project."""

    host: str
    port: int
    database: str


def write_project(server: Server, columns: Sequence[ViewColumn], extent: tuple[float, float, float, float]) -> bytes:
    """Return the project, packed as QGIS packs it."""
    root = Element("qgis", {"projectname": "Tabanca", "version": VERSION})
    SubElement(root, "title").text = "Tabanca"
    _add_crs(SubElement(root, "projectCrs"))
    tree = SubElement(root, "layer-tree-group")
    canvas = SubElement(root, "mapcanvas", {"name": "theMapCanvas", "annotationsVisible": "1"})
    SubElement(canvas, "units").text = "degrees"
    box = SubElement(canvas, "extent")
    for name, value in zip(("xmin", "ymin", "xmax", "ymax"), extent, strict=True):
        SubElement(box, name).text = str(value)
    _add_crs(SubElement(canvas, "destinationsrs"))
    layers = SubElement(root, "projectlayers")
    order = SubElement(root, "layerorder")
    # QGIS lists the topmost first.
    for layer in reversed(LAYERS):
        source = write_source(server, layer)
        state = "Qt::Checked" if layer.shown else "Qt::Unchecked"
        entry = {"id": write_id(layer), "name": layer.title, "checked": state, "expanded": "0"}
        SubElement(tree, "layer-tree-layer", {**entry, "providerKey": "postgres", "source": source})
        SubElement(order, "layer", {"id": write_id(layer)})
        _add_layer(layers, layer, source, [column for column in columns if column.view == layer.view])
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


def _add_layer(parent: Element, layer: GisLayer, source: str, columns: Sequence[ViewColumn]) -> None:
    shape = {"type": "vector", "geometry": layer.shape, "wkbType": GEOMETRY[layer.shape], "readOnly": "1"}
    element = SubElement(parent, "maplayer", shape | build_attributes(layer))
    SubElement(element, "id").text = write_id(layer)
    SubElement(element, "datasource").text = source
    SubElement(element, "layername").text = layer.title
    _add_crs(SubElement(element, "srs"))
    SubElement(element, "provider", {"encoding": "UTF-8"}).text = "postgres"
    add_style(element, layer, columns)


def _add_crs(parent: Element) -> None:
    system = SubElement(parent, "spatialrefsys")
    SubElement(system, "srid").text = "4326"
    SubElement(system, "authid").text = CRS
