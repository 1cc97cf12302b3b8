"""Import boundaries and codes of regions, secteurs and communes.

Usage: `manage.py import_areas --niveau region limites.gpkg`.
"""

from geo.imports.command import ImportCommand
from geo.imports.kinds import AREAS


class Command(ImportCommand):
    help = "Import regions, secteurs or communes from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = tuple(kind.name for kind in AREAS)
