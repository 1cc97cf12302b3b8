"""Encrypt the secrets of authenticators with the first key of TABANCA_SEALING_KEYS: `manage.py reseal`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.second_factor.api import reseal_authenticators
from config.sealing import UnsealError


class Command(BaseCommand):
    help = "Seals every stored secret with the first key of TABANCA_SEALING_KEYS; afterwards the others can go."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = reseal_authenticators()
        except UnsealError as error:
            raise CommandError("No key of TABANCA_SEALING_KEYS opens a stored secret. Nothing was changed.") from error
        self.stdout.write(f"{count} sealed")
