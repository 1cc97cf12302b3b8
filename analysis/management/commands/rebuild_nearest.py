"""Recompute the nearest services of all households: `manage.py rebuild_nearest`."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analysis.proximity.api import SERVICE_KINDS, rebuild_nearest


class Command(BaseCommand):
    help = "Computes the nearest service of each kind for every household. Triggers keep it fresh: rarely needed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--type", dest="types", action="append", choices=[*SERVICE_KINDS], help="only this kind; repeatable"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        count = rebuild_nearest(options["types"] or tuple(SERVICE_KINDS))
        self.stdout.write(f"{count} households in {time.monotonic() - started:.1f} s")
