"""Check the invariants of the database: `manage.py check_data`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.backup.api import run_checks


class Command(BaseCommand):
    help = "Checks schema, constraints, indexes and what each part of the service promises about its data."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--faults", action="store_true", help="say only what is wrong")
        parser.add_argument("--besides", action="append", default=[], metavar="NAME", help="leave this check out")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for name, fault in run_checks(besides=options["besides"]):
            wrong += fault is not None
            if fault:
                self.stdout.write(f"{name}: {fault}")
            elif not options["faults"]:
                self.stdout.write(f"{name}: holds")
        if wrong:
            raise CommandError(f"{wrong} of the checks do not hold.")
