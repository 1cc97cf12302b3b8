"""Make the pair of keys of the forms of cases of violence: `manage.py case_key make /root/case-key.env`.

The private key goes into a file that only its owner reads, as a line for the service's environment; the public key, which
the form carries, is printed. Neither is stored in the database.
"""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from analysis.vbg.case_collection.api import find_public_key, make_private_key
from config.errors.problems import Problem

OWNER_ONLY: Final = 0o600


class Command(BaseCommand):
    help = "Makes the private key of the forms of cases, or prints the public key of the one that is configured."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        make = actions.add_parser("make", help="write a new private key to a file that is not there yet")
        make.add_argument("file", type=Path)
        actions.add_parser("public", help="print the public key for the form")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "make":
            self._make(options["file"])
            return
        try:
            public = find_public_key()
        except Problem as problem:
            raise CommandError("TABANCA_VBG_CASE_KEY is no private key of the forms of cases.") from problem
        if public is None:
            raise CommandError("TABANCA_VBG_CASE_KEY is not set.")
        self.stdout.write(public)

    def _make(self, path: Path) -> None:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        except OSError as error:
            raise CommandError(f"{path} cannot be written anew: {error.strerror}") from error
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"TABANCA_VBG_CASE_KEY={make_private_key()}\n")
        self.stdout.write(f"The private key is in {path}. Add its line to the environment of the service,")
        self.stdout.write("keep a copy where the key of the backups is, and delete the file.")
        self.stdout.write("Then print the public key with: case_key public")
