"""Write the forms for phones (XLSForm), with the regions and sectors of this country, and its key for cases."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from analysis.survey_forms.services import write_forms
from analysis.vbg.case_collection.api import find_public_key


class Command(BaseCommand):
    """Write the forms of households, services and cases, and the mapping of each that has one, to a folder."""

    help = "Write the XLSForms of households, services and cases, and their mappings, to a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="an existing folder, such as docs/forms")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in write_forms(options["folder"], find_public_key()):
            self.stdout.write(str(path))
