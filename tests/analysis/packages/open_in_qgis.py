"""Open what a package was unpacked to in QGIS, and say as JSON what came: run by the Python of the system."""

import json
import sys

from qgis.core import QgsApplication, QgsProject, QgsVectorLayer, QgsVectorTileLayer

folder, *names = sys.argv[1:]
application = QgsApplication([], False)
application.initQgis()
found = {}
for name in names:
    layer = QgsVectorLayer(f"{folder}/tabanca.gpkg|layername={name}", name, "ogr")
    renderer = layer.renderer()
    is_categorized = renderer is not None and renderer.type() == "categorizedSymbol"
    found[name] = {
        "valid": layer.isValid(),
        "rows": layer.featureCount(),
        "categories": [category.label() for category in renderer.categories()] if is_categorized else [],
        "aliases": {field.name(): layer.attributeDisplayName(place) for place, field in enumerate(layer.fields())},
    }
base = QgsVectorTileLayer(f"type=mbtiles&url={folder}/tabanca.mbtiles", "base")
project = QgsProject.instance()
project.read(f"{folder}/tabanca.qgz")
drawn = [entry.layer() for entry in project.layerTreeRoot().findLayers()]
told = {
    "title": project.title(),
    "rows": {layer.id().removeprefix("tabanca_paquet_"): layer.featureCount() for layer in drawn},
    "top": drawn[0].id().removeprefix("tabanca_paquet_"),
    "ground": drawn[-1].id().removeprefix("tabanca_paquet_"),
}
said = {"project": told, "layers": found, "tiles": [base.isValid(), base.sourceMinZoom(), base.sourceMaxZoom()]}
print(json.dumps(said))
del layer, base, drawn
project.clear()
application.exitQgis()
