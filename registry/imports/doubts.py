"""Detect doubts about a file as a whole.

These are the scale of its scores, the order of day and month, and whether its rows, and each of its columns, belong to
the households that have their codes. No single row shows it, since each is valid by itself. So the file is refused
until the user answers. The lanes of a long file count separately, and their counts are added up.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import chain
from operator import add
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from config.errors.problems import Problem
from config.sql import Queries
from registry.duplicates.api import HOUSEHOLD_COMPARISONS
from registry.imports.headers import Header
from registry.imports.options import DAY_FIRST, MONTH_FIRST, ImportOptions
from registry.imports.slips import (
    ColumnSlips,
    count_slips,
    create_changes_table,
    list_watched_columns,
    record_repeated_values,
)

SQL: Final = Queries(__file__, "doubts.sql")
# At least this many scores of at most 1, or dates in the other order, are not a coincidence.
LEAST_SCORES: Final = 3
LEAST_DATES: Final = 3
ERROR: Final = "erreur"
WARNING: Final = "avertissement"
# Levels at which duplicate detection considers two names one person's; a first or family name in common is not enough.
SAME_PERSON: Final = ("identique", "proche", "partie", "ressemblant")
# Dates whose day and month can be told apart, because one of the two numbers is above 12.
_MONTH: Final = "(?:0?[1-9]|1[0-2])"
_BEYOND: Final = "(?:1[3-9]|2[0-9]|3[01])"
DAY_FIRST_DATE: Final = f"^(?:0?[1-9]|[12][0-9]|3[01])[/.-]{_MONTH}[/.-][0-9]{{4}}"
MONTH_FIRST_ONLY: Final = f"^{_MONTH}[/.-]{_BEYOND}[/.-][0-9]{{4}}"
DAY_FIRST_ONLY: Final = f"^{_BEYOND}[/.-]{_MONTH}[/.-][0-9]{{4}}"
DOUBTFUL: Final = {
    "echelle": lazy("Les scores du fichier, ou la plupart d'entre eux, sont entre 0 et 1 : lus de 0 à 100, ils feraient de "
                    "chaque ménage un ménage extrêmement pauvre. Dites l'échelle des scores, 0-1 ou 0-100."),
    "ordre_dates": lazy("Des dates de cette colonne commencent par le mois (MM/JJ/AAAA), d'autres peuvent se lire des deux "
                        "façons. Dites l'ordre, JJ/MM ou MM/JJ, ou écrivez AAAA-MM-JJ."),
    "ordre_mois": lazy("Vous avez dit JJ/MM, mais %(value)s dates de cette colonne ne se lisent qu'en MM/JJ, et %(other)s qu'en "
                       "JJ/MM : les autres seraient lues de travers. Corrigez ces dates, ou dites MM/JJ."),
    "ordre_jour": lazy("Vous avez dit MM/JJ, mais %(value)s dates de cette colonne ne se lisent qu'en JJ/MM, et %(other)s qu'en "
                       "MM/JJ : les autres seraient lues de travers. Corrigez ces dates, ou dites JJ/MM."),
    "colonne_glissee": lazy("Colonne « %(column)s » : %(value)s %% des ménages connus de ce fichier recevraient la valeur qui "
                            "est enregistrée pour un autre ménage du fichier. La colonne a sans doute glissé, ou été triée "
                            "sans les autres. Comparez-la avec les codes, puis confirmez les valeurs si elles sont justes."),
}  # fmt: skip


class FileDoubts(NamedTuple):
    """Count what is doubtful in a file.

    `fresh` new households; `scores`, those above 1 and above 0; dates that can be read day first, those that only can
    be read so, and those that can only be read month first; `known` households, `changed` ones with another head or
    region, and `slips`: those that would get values stored for others.
    """

    fresh: int = 0
    scores: int = 0
    scores_above_one: int = 0
    scores_above_zero: int = 0
    dates_day_first: int = 0
    dates_day_only: int = 0
    dates_month_first: int = 0
    known: int = 0
    changed: int = 0
    slips: ColumnSlips = ColumnSlips()

    def asks_for_scale(self, options: ImportOptions) -> bool:
        """Return whether half of the scores or more may be from 0 to 1 although the user gave no scale.

        One row typed on another scale must not suppress the question for all others.
        """
        small = self.scores_above_zero - self.scores_above_one
        return options.scale is None and small > 0 and 2 * small >= self.scores_above_zero

    def refuses_scale(self, options: ImportOptions) -> bool:
        """Return whether there are enough such scores to refuse the file until the user gives the scale."""
        return self.asks_for_scale(options) and self.scores >= LEAST_SCORES

    def refuses_dates(self, options: ImportOptions) -> bool:
        """Return whether some dates are read day first while another can only be month first."""
        return options.date_order is None and self.dates_month_first > 0 and self.dates_day_first > 0

    def find_contrary_dates(self, options: ImportOptions) -> tuple[str, int, int] | None:
        """Return what contradicts the order that the user gave, or None.

        That is the code of the issue, how many dates only fit the other order, and how many only the given one. Below
        LEAST_DATES they are errors of their rows.
        """
        fits = {DAY_FIRST: self.dates_day_only, MONTH_FIRST: self.dates_month_first}
        if options.date_order is None:
            return None
        code, other = ("ordre_mois", MONTH_FIRST) if options.date_order == DAY_FIRST else ("ordre_jour", DAY_FIRST)
        is_contrary = fits[other] >= LEAST_DATES and fits[other] > fits[options.date_order]
        return (code, fits[other], fits[options.date_order]) if is_contrary else None

    def refuses_changes(self, options: ImportOptions) -> bool:
        """Return whether more known households change their head or region than mistakes and deaths explain."""
        share = self.changed * 100 > self.known * settings.IMPORT_CHANGED_PERCENT
        return not options.confirmed and share and self.changed >= settings.IMPORT_CHANGED_LEAST

    def list_slipped(self, options: ImportOptions) -> list[tuple[str, int]]:
        """List the columns that slipped and were not confirmed, with the share of known households in percent."""
        return [] if options.values_confirmed else self.slips.list_shares(self.known)


def sum_doubts(parts: Iterable[FileDoubts]) -> FileDoubts:
    """Add up the doubts of the lanes of a file."""
    return FileDoubts(*(reduce(add, counts) for counts in zip(*parts, strict=True)))


def _compose_other_person_sql() -> str:
    """Return SQL for whether two name keys are unlikely to be one person's, by the levels of duplicate detection."""
    names = next(comparison for comparison in HOUSEHOLD_COMPARISONS if comparison.code == "nom")
    sides = {"a": SimpleNamespace(nom="cle.ancien"), "b": SimpleNamespace(nom="cle.nouveau")}
    alike = (f"({level.condition.format(**sides)})" for level in names.levels if level.code in SAME_PERSON)
    return f"NOT ({' OR '.join(alike)})"


def count_doubts(header: Header, options: ImportOptions, params: dict[str, Any]) -> FileDoubts:
    """Count doubts, and add issues for changed heads or regions and for values of other households.

    Requires import_erreur.
    """
    here = {column.name for column in header.known if column}
    found: dict[str, Any] = SQL.one("rows")
    if "date_collecte" in here:
        found |= SQL.one("dates", {
            "day_first": DAY_FIRST_DATE, "day_only": DAY_FIRST_ONLY, "month_first": MONTH_FIRST_ONLY,
        })  # fmt: skip
    if options.overwrites:
        watched = list_watched_columns(here)
        create_changes_table(watched, options, params)
        found |= SQL.one("other_households", unlike=_compose_other_person_sql()) | SQL.one("known")
        found["slips"] = count_slips(watched, found["known"])
    record_repeated_values(here, options)
    return FileDoubts(**found)


def describe_changes(changed: int, known: int) -> str:
    """Describe the doubt about households that change their head or region."""
    return ngettext(
        "%(n)d des %(known)d ménages connus de ce fichier aurait un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        "%(n)d des %(known)d ménages connus de ce fichier auraient un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        changed,
    ) % {"n": changed, "known": known}


def record_doubts(doubts: FileDoubts, options: ImportOptions) -> None:
    """Add the doubts to the issues, at the line of the titles, when a whole file is checked.

    A lane knows only its part of the file, so it does not call this.
    """
    changes = (str(doubts.changed), str(doubts.known))
    found = [
        ("score_pmt", "echelle", ERROR, "", "", doubts.refuses_scale(options)),
        ("score_pmt", "echelle_peut_etre", WARNING, "", "",
         doubts.asks_for_scale(options) and not doubts.refuses_scale(options)),
        ("date_collecte", "ordre_dates", ERROR, "", "", doubts.refuses_dates(options)),
        ("code_menage", "changements", ERROR, *changes, doubts.refuses_changes(options)),
        *((name, "colonne_glissee", ERROR, str(share), "", True) for name, share in doubts.list_slipped(options)),
    ]  # fmt: skip
    if contrary := doubts.find_contrary_dates(options):
        code, wrong, right = contrary
        found.append(("date_collecte", code, ERROR, str(wrong), str(right), True))
    for *row, holds in found:
        if holds:
            SQL.run("note", row)


def refuse_doubts(doubts: FileDoubts, options: ImportOptions) -> None:
    """Raise VALIDATION_ERROR, naming the option to set, when the file may not be written as it is."""
    asked: dict[str, Any] = {}
    if doubts.refuses_scale(options):
        asked["echelle_pmt"] = [str(DOUBTFUL["echelle"])]
    if doubts.refuses_dates(options):
        asked["ordreDates"] = [str(DOUBTFUL["ordre_dates"])]
    if contrary := doubts.find_contrary_dates(options):
        code, wrong, right = contrary
        asked["ordreDates"] = [str(DOUBTFUL[code]) % {"value": wrong, "other": right}]
    if doubts.refuses_changes(options):
        asked["confirmerChangements"] = [describe_changes(doubts.changed, doubts.known)]
    if slipped := doubts.list_slipped(options):
        asked["confirmerValeurs"] = [
            str(DOUBTFUL["colonne_glissee"]) % {"column": name, "value": share} for name, share in slipped
        ]
    if asked:
        # A failed job keeps only this sentence.
        raise Problem("VALIDATION_ERROR", " ".join(chain(*asked.values())), asked)
