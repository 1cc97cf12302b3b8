"""Import localities as points: `manage.py import_places villages.csv`."""

from geo.imports.api import LOCALITY_KIND
from geo.management.import_command import ImportCommand


class Command(ImportCommand):
    help = "Import localities (villages and urban quarters) from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = (LOCALITY_KIND.name,)
