"""The registry app."""

from django.apps import AppConfig


class RegistryConfig(AppConfig):
    """Households and what surrounds them."""

    name = "registry"
    verbose_name = "Registre"
