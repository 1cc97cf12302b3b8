"""Load roads and rivers for the base map: `manage.py load_base_map routes.gpkg --date 2026-01-31`."""

import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.errors.problems import Problem
from geo.base_map.api import CLASS_LABELS, load_base_map


class Command(BaseCommand):
    help = "Replace the roads or the rivers of the base map by those of a GeoPackage, GeoJSON or Shapefile (zip)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fichier", type=Path)
        parser.add_argument("--layer", metavar="NOM", help="layer of a GeoPackage, shapefile of a zip")
        parser.add_argument("--crs", metavar="EPSG:N", help="coordinate system, where the file does not say it")
        parser.add_argument("--source", metavar="NOM", help="name of the source; default: the file's name")
        parser.add_argument(
            "--date", type=datetime.date.fromisoformat, metavar="AAAA-MM-JJ", help="day of which the data are"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        path: Path = given["fichier"]
        if not path.is_file():
            raise CommandError(_("Le fichier %(nom)s n'existe pas.") % {"nom": path})
        how = {name: given[name] for name in ("date", "layer", "crs")}
        try:
            found = load_base_map(path, source=given["source"] or path.stem, **how)
        except Problem as problem:
            raise CommandError("\n".join(problem.describe())) from problem
        for name, count in sorted(found["classes"].items()):
            self.stdout.write(f"{count:>8}  {CLASS_LABELS[name]}")
        self.stdout.write(
            _(
                "%(lignes)d objets lus, %(traces)d tracés ; écartés : %(autres)d d'une autre classe, "
                "%(sans_ligne)d qui ne sont pas des lignes, %(hors_pays)d hors du pays."
            )
            % found
        )
