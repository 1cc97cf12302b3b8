"""Open the project of a database in QGIS, and say as JSON what came: run by the Python of the system, which has QGIS.

Arguments: host, port, database. User and password come from PGUSER and PGPASSWORD.
"""

import json
import os
import sys

from qgis.core import QgsApplication, QgsProject, QgsVectorLayer

host, port, database = sys.argv[1:4]
application = QgsApplication([], False)
application.initQgis()
login = f"{os.environ['PGUSER']}:{os.environ['PGPASSWORD']}@{host}:{port}"
project = QgsProject.instance()
opened = project.read(f"postgresql://{login}?sslmode=prefer&dbname={database}&schema=gis&project=tabanca")


def describe(layer: QgsVectorLayer) -> dict[str, object]:
    renderer = layer.renderer()
    fields = layer.fields()
    return {
        "valid": layer.isValid(),
        "rows": sum(1 for _ in layer.getFeatures()),
        "renderer": renderer.type() if renderer else None,
        "categories": len(renderer.categories()) if renderer and renderer.type() == "categorizedSymbol" else 0,
        "labels": layer.labelsEnabled(),
        "key": [fields[place].name() for place in layer.primaryKeyAttributes()],
        "crs": layer.crs().authid(),
        "aliases": {field.name(): layer.attributeDisplayName(place) for place, field in enumerate(fields)},
        "writes": bool(layer.dataProvider().capabilities() & layer.dataProvider().AddFeatures),
        "scale": layer.minimumScale() if layer.hasScaleBasedVisibility() else None,
    }


layers = {name.removeprefix("tabanca_gis_"): describe(layer) for name, layer in project.mapLayers().items()}
# A layer that somebody adds by hand has its style from the database.
source = project.mapLayer("tabanca_gis_menages").source() if "menages" in layers else ""
added = describe(QgsVectorLayer(source, "added", "postgres")) if source else None
# From the topmost down, as the legend shows them; an entry without its layer is left out.
legend = [entry.name() for entry in project.layerTreeRoot().findLayers() if entry.layer()]
said = {"opened": opened, "title": project.title(), "layers": layers, "added": added, "legend": legend}
print(json.dumps(said))
project.clear()
application.exitQgis()
