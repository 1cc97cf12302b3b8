"""Import schools, health services, water points and other facilities.

Usage: `manage.py import_facilities --type ecoles ecoles.csv`.
"""

from geo.imports.api import FACILITY_KINDS
from geo.management.import_command import ImportCommand


class Command(ImportCommand):
    help = "Import places of service from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = tuple(kind.name for kind in FACILITY_KINDS)
    kind_option = "--type"
