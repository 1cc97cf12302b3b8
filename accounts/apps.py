"""The accounts app."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class AccountsConfig(AppConfig):
    """Imports the `hooks` module of every app once all models are there.

    `hooks.py` is where an upper app hands lower ones what they must know of it: layers of the map, kinds of jobs,
    what hangs on a household. So nothing is imported upward, and there is one place to look.
    """

    name = "accounts"
    verbose_name = "Comptes"

    def ready(self) -> None:
        autodiscover_modules("hooks")
