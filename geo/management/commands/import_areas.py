"""`manage.py import_areas --niveau region limites.gpkg`: boundaries and codes of regions, secteurs and communes."""

from geo.imports.command import ImportCommand
from geo.imports.kinds import AREAS


class Command(ImportCommand):
    help = "Import regions, secteurs or communes from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = tuple(kind.name for kind in AREAS)
