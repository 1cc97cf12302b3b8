"""Read geographic files (GeoPackage, GeoJSON, Shapefile, and tables with coordinates) in a confined child process."""
