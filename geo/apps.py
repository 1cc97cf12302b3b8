"""The geo app."""

from django.apps import AppConfig


class GeoConfig(AppConfig):
    """Areas, scope, facilities and map layers."""

    name = "geo"
    verbose_name = "Géographie"
