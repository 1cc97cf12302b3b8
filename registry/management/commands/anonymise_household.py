"""Erase the identity of a household on request: `manage.py anonymise_household <id or code> --reason "…"`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.errors.problems import Problem
from registry.erasure.api import anonymise_household

REMAINS = (
    "the household's row without name, code and place: its figures are in sums, scores and payments",
    "the dwelling, and its region, milieu, project and campaign: they say what was counted",
    "the history without values: who changed which field when, for accountability; its chain still holds",
    "backups made before, until they are thrown away; uploaded files for a day; logs hold no names",
)


class Command(BaseCommand):
    help = "Erase the people of a household from every copy in the database; say what remains and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("which", help="id or code of the household")
        parser.add_argument("--reason", required=True, help="kept for ever: no name in it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            erasure = anonymise_household(which=options["which"], reason=options["reason"])
        except Problem as problem:
            raise CommandError("There is no such household.") from problem
        except ValueError as error:
            raise CommandError(f"Nothing was changed: {error}.") from error
        for name, count in erasure.done.items():
            self.stdout.write(f"erased: {name}: {count}")
        for text in REMAINS:
            self.stdout.write(f"remains: {text}")
        for table, count in erasure.remaining.items():
            self.stdout.write(f"look: {count} rows of {table} hold the same name or number (others who have it too?)")
        self.stdout.write(f"entry of the history: {erasure.entry_id}")
