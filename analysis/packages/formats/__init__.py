"""Write files of tiles, and the styles within a GeoPackage (a library)."""
