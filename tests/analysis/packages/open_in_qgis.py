"""Open the layers of a GeoPackage and a file of tiles in QGIS, and say as JSON what came: run by the system's Python."""

import json
import sys

from qgis.core import QgsApplication, QgsVectorLayer, QgsVectorTileLayer

package, tiles, *names = sys.argv[1:]
application = QgsApplication([], False)
application.initQgis()
found = {}
for name in names:
    layer = QgsVectorLayer(f"{package}|layername={name}", name, "ogr")
    renderer = layer.renderer()
    is_categorized = renderer is not None and renderer.type() == "categorizedSymbol"
    found[name] = {
        "valid": layer.isValid(),
        "rows": layer.featureCount(),
        "categories": [category.label() for category in renderer.categories()] if is_categorized else [],
        "aliases": {field.name(): layer.attributeDisplayName(place) for place, field in enumerate(layer.fields())},
    }
base = QgsVectorTileLayer(f"type=mbtiles&url={tiles}", "base")
said = {"layers": found, "tiles": [base.isValid(), base.sourceMinZoom(), base.sourceMaxZoom()]}
print(json.dumps(said))
del layer, base
application.exitQgis()
