"""Configure the transfers app."""

from django.apps import AppConfig


class TransfersConfig(AppConfig):
    """Configure programmes and, on top of them, enrolment and payments."""

    name = "transfers"
    verbose_name = "Transferts"
