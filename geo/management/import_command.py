"""Share the options, the progress and the report of the three management commands that import."""

import csv
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.errors.problems import Problem
from geo.imports.api import ImportOptions, build_options, run_import

TEXT_OPTIONS = {
    "--map": (
        "CHAMP=COLONNE",
        "columns of the file: nom=shapeName,code=pcode; a|b takes the first filled; nom==X a constant",
    ),
    "--where": ("COLONNE=VALEUR", "rows to take: tag=amenity,value=school|college"),
    "--layer": ("NOM", "layer of a GeoPackage, shapefile of a zip, or sheet of a workbook"),
    "--source": ("NOM", "name of the source, kept with each row; default: the file's name"),
    "--encoding": ("JEU", "character set of a CSV or Shapefile; default: UTF-8, else Windows-1252"),
    "--crs": ("EPSG:N", "coordinate system, where the file does not say it"),
    "--default-name": ("NOM", "name for rows that have none"),
    "--fuzzy": ("0..1", "take the most similar known name from this pg_trgm similarity on; default: only propose"),
    "--overlap": ("0..1", "take the known unit that shares this part of the area; default: only propose"),
    "--min-overlap": ("0..1", "refuse a boundary that shares less with the known one; default: only warn, below 0.2"),
    "--tolerance": ("METRES", "how far outside known boundaries a point may lie; default 2000"),
}
FLAG_OPTIONS = {
    "--overwrite-names": "let another source replace known names",
    "--overwrite-codes": "let another source replace known codes",
    "--keep-geometry": "do not replace known boundaries and positions",
    "--update-only": "create nothing",
    "--allow-outside": "take new areas outside the known country",
    "--allow-inside": "take new areas inside (or around) known ones of the same level",
    "--dry-run": "do everything, keep nothing",
}
MAX_PRINTED_ISSUES = 40


class ImportCommand(BaseCommand):
    """Import a file of areas, localities or facilities. A subclass sets its `kinds` and the name of their option."""

    kinds: tuple[str, ...] = ()
    kind_option = "--niveau"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fichier", type=Path)
        if len(self.kinds) > 1:
            parser.add_argument(self.kind_option, choices=self.kinds, required=True, dest="kind")
        for name, (shown, text) in TEXT_OPTIONS.items():
            many: dict[str, Any] = {"action": "append"} if name in ("--map", "--where") else {}
            parser.add_argument(name, metavar=shown, help=text, **many)
        parser.add_argument("--parent", metavar="COLONNE", help="column (or =constant) that names the level above")
        for name, text in FLAG_OPTIONS.items():
            parser.add_argument(name, action="store_true", help=text)
        parser.add_argument("--report", type=Path, metavar="CSV", help="write every finding to this file")

    def handle(self, *args: Any, **given: Any) -> None:
        started = time.monotonic()
        path: Path = given["fichier"]
        if not path.is_file():
            raise CommandError(_("Le fichier %(nom)s n'existe pas.") % {"nom": path})
        try:
            options = self._parse_options(path, given)
            answer = run_import(path, options, self._print_progress)
        except Problem as problem:
            raise CommandError("\n".join(problem.describe())) from problem
        self._print_report(answer, time.monotonic() - started)
        if given["report"]:
            write_report(given["report"], answer)

    def _parse_options(self, path: Path, given: dict[str, Any]) -> ImportOptions:
        raw: dict[str, str] = {}
        for option in TEXT_OPTIONS:
            name = option[2:].replace("-", "_")
            value = given[name]
            raw[name] = ",".join(value) if isinstance(value, list) else value or ""
        if given["parent"]:
            raw["map"] = ",".join(filter(None, [raw["map"], f"parent={given['parent']}"]))
        for option in FLAG_OPTIONS:
            name = option[2:].replace("-", "_")
            raw[name] = "oui" if given[name] else ""
        return build_options(given.get("kind") or self.kinds[0], raw, path.stem, report_limit=None)

    def _print_progress(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{100 * done // total:3d} %", ending="" if done < total else "\n")

    def _print_report(self, answer: dict[str, Any], seconds: float) -> None:
        write = self.stdout.write
        write(f"{answer['type']} <- {answer['format']} {answer['crs'] or ''} (source {answer['source']})")
        write(
            _("Correspondance : ") + ", ".join(f"{name}={column}" for name, column in answer["correspondance"].items())
        )
        if answer["colonnesIgnorees"]:
            write(_("Colonnes laissées de côté : ") + ", ".join(answer["colonnesIgnorees"]))
        self._print_values(answer["valeurs"], answer["valeursTotal"])
        self._print_issues(_("Erreurs (lignes non prises)"), answer["errors"])
        self._print_issues(_("Avertissements"), answer["avertissements"])
        counts = (
            _(
                "%(total)d lignes : %(imported)d créées, %(updated)d modifiées, %(unchanged)d inchangées, "
                "%(skipped)d refusées ; %(filtrees)d écartées par le filtre"
            )
            % answer
        )
        write(f"{counts} ; {seconds:.1f} s")
        if answer["simulation"]:
            write(_("Simulation : rien n'est gardé."))

    def _print_values(self, values: list[dict[str, Any]], total: int) -> None:
        if not values:
            return
        self.stdout.write(_("Valeurs comprises :"))
        for found in values:
            result = _("refusé") if found["refuse"] else found["devient"] or _("inconnu")
            self.stdout.write(f"{found['nombre']:>7}  {found['champ']:<18}  « {found['valeur']} » -> {result}")
        if total > len(values):
            self.stdout.write("  … " + _("et %(n)d de plus") % {"n": total - len(values)})

    def _print_issues(self, title: str, findings: list[dict[str, Any]]) -> None:
        if not findings:
            return
        lines = {row["ligne"] for found in findings for row in found["lignes"]}
        count = ngettext("%(n)d constat", "%(n)d constats", len(findings)) % {"n": len(findings)}
        about = ngettext("sur %(n)d ligne", "sur %(n)d lignes", len(lines)) % {"n": len(lines)}
        self.stdout.write(f"{title} : {count} {about}" if lines else f"{title} : {count}")
        for found in findings[:MAX_PRINTED_ISSUES]:
            line = "" if found["ligne"] is None else found["ligne"]
            place = f"{line:>7}  {(found['nom'] or '')[:24]:<24}  {found['colonne'] or '':<10}"
            self.stdout.write(f"{place} {found['message']}")
        if len(findings) > MAX_PRINTED_ISSUES:
            rest = {"n": len(findings) - MAX_PRINTED_ISSUES}
            self.stdout.write("  … " + _("et %(n)d de plus (--report FICHIER les écrit toutes)") % rest)


def write_report(path: Path, answer: dict[str, Any]) -> None:
    """Write every issue to a CSV that spreadsheet programs open: gravite, ligne, nom, colonne, message."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["gravite", "ligne", "nom", "colonne", "message"])
        for weight, findings in (("erreur", answer["errors"]), ("avertissement", answer["avertissements"])):
            for found in findings:
                for row in found["lignes"] or [found]:
                    cells = (row["nom"], found["colonne"], found["message"])
                    writer.writerow([weight, row["ligne"], *(_escape_formula(cell or "") for cell in cells)])


def _escape_formula(text: str) -> str:
    """Prefix with an apostrophe a cell that a spreadsheet would take for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
