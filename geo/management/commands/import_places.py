"""Import localities as points: `manage.py import_places villages.csv`."""

from geo.imports.api import LOCALITY, ImportCommand


class Command(ImportCommand):
    help = "Import localities (villages and urban quarters) from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = (LOCALITY.name,)
