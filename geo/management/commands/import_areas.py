"""Import boundaries and codes of regions, secteurs and communes.

Usage: `manage.py import_areas --niveau region limites.gpkg`.
"""

from geo.imports.api import AREA_KINDS
from geo.management.import_command import ImportCommand


class Command(ImportCommand):
    help = "Import regions, secteurs or communes from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = tuple(kind.name for kind in AREA_KINDS)
