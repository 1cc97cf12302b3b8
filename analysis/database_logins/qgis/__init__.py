"""Write layers, styles and a project in the formats of QGIS."""
