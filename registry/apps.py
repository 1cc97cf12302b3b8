"""Configure the registry app."""

from django.apps import AppConfig


class RegistryConfig(AppConfig):
    """Configure the app of households and everything that belongs to them."""

    name = "registry"
    verbose_name = "Registre"
