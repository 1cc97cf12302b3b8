"""Configure the geo app."""

from django.apps import AppConfig


class GeoConfig(AppConfig):
    """Configure areas, scope, facilities and map layers."""

    name = "geo"
    verbose_name = "Géographie"
