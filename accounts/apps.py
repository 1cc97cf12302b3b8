"""Configure the accounts app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class AccountsConfig(AppConfig):
    """Import the `hooks` module of every app once all models are loaded.

    In `hooks.py` an upper app registers with lower apps what they need from it: map layers, kinds of jobs, objects that
    depend on a household. So no app imports an upper one, and there is one place to look.
    """

    name = "accounts"
    verbose_name = "Comptes"

    def ready(self) -> None:
        autodiscover_modules("hooks")
