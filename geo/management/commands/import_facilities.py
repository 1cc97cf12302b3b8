"""Import schools, health services, water points and other facilities.

Usage: `manage.py import_facilities --type ecoles ecoles.csv`.
"""

from geo.imports.api import FACILITIES, ImportCommand


class Command(ImportCommand):
    help = "Import places of service from GeoPackage, GeoJSON, Shapefile (zip), CSV or XLSX."
    kinds = tuple(kind.name for kind in FACILITIES)
    kind_option = "--type"
