"""What is doubtful about a file as a whole: the scale of its scores, the order of day and month, and whether its lines,
and each of its columns, are about the households that have their codes.

No row tells: each is right by itself. So the file is refused until somebody says what is meant. The lanes of a long file
count on their own, and their counts are added up.
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

from config.api.problems import Problem
from config.sql import Queries
from registry.duplicates.weights import COMPARISONS
from registry.imports.headers import Header
from registry.imports.options import DAY_FIRST, MONTH_FIRST, Options
from registry.imports.slips import Slips, find_changes, find_slips, list_watched, note_repeats

SQL: Final = Queries(__file__, "doubts.sql")
# So many scores of at most 1 are no chance, and so many dates in the other order are no slip of the hand.
LEAST_SCORES: Final = 3
LEAST_DATES: Final = 3
ERROR: Final = "erreur"
WARNING: Final = "avertissement"
# How the duplicates call names that may be one person's; a first or family name in common is not enough.
SAME_PERSON: Final = ("identique", "proche", "partie", "ressemblant")
# The first part of a date is no month, or the second is none.
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


class Doubts(NamedTuple):
    """Counts over a file: new households; scores, those above 1 and above 0; dates that can be read day first, those
    that only can so, and those that only can month first; known households, those whose head or region is another, and
    those that would get what is stored for others."""

    fresh: int = 0
    scores: int = 0
    scores_above_one: int = 0
    scores_above_zero: int = 0
    dates_day_first: int = 0
    dates_day_only: int = 0
    dates_month_first: int = 0
    known: int = 0
    changed: int = 0
    slips: Slips = Slips()

    def asks_for_scale(self, options: Options) -> bool:
        """Whether the scores, or half of them and more, may be from 0 to 1 although nobody has said so.

        One line typed on another scale must not silence the question for all others.
        """
        small = self.scores_above_zero - self.scores_above_one
        return options.scale is None and small > 0 and 2 * small >= self.scores_above_zero

    def refuses_scale(self, options: Options) -> bool:
        """Whether they are so many that the file has to wait for an answer."""
        return self.asks_for_scale(options) and self.scores >= LEAST_SCORES

    def refuses_dates(self, options: Options) -> bool:
        """Whether some dates are read day first while another can only be month first."""
        return options.date_order is None and self.dates_month_first > 0 and self.dates_day_first > 0

    def find_contrary_dates(self, options: Options) -> tuple[str, int, int] | None:
        """Find what contradicts the order that was said: the problem, how many dates only fit the other order, and how
        many only the one that was said. One or two are errors of their lines."""
        fits = {DAY_FIRST: self.dates_day_only, MONTH_FIRST: self.dates_month_first}
        if options.date_order is None:
            return None
        code, other = ("ordre_mois", MONTH_FIRST) if options.date_order == DAY_FIRST else ("ordre_jour", DAY_FIRST)
        is_contrary = fits[other] >= LEAST_DATES and fits[other] > fits[options.date_order]
        return (code, fits[other], fits[options.date_order]) if is_contrary else None

    def refuses_changes(self, options: Options) -> bool:
        """Whether more known households change who lives there than mistakes and deaths explain."""
        share = self.changed * 100 > self.known * settings.IMPORT_CHANGED_PERCENT
        return not options.confirmed and share and self.changed >= settings.IMPORT_CHANGED_LEAST

    def list_slipped(self, options: Options) -> list[tuple[str, int]]:
        """List the columns that slipped and were not confirmed, with the share of known households in percent."""
        return [] if options.values_confirmed else self.slips.list_shares(self.known)


def sum_doubts(parts: Iterable[Doubts]) -> Doubts:
    """The doubts of a file from those of its lanes."""
    return Doubts(*(reduce(add, counts) for counts in zip(*parts, strict=True)))


def _unlike() -> str:
    """Whether two keys of names are hardly one person's, as the duplicates compare them."""
    names = next(comparison for comparison in COMPARISONS if comparison.code == "nom")
    sides = {"a": SimpleNamespace(nom="cle.ancien"), "b": SimpleNamespace(nom="cle.nouveau")}
    alike = (f"({level.condition.format(**sides)})" for level in names.levels if level.code in SAME_PERSON)
    return f"NOT ({' OR '.join(alike)})"


def find_doubts(header: Header, options: Options, params: dict[str, Any]) -> Doubts:
    """Count what is doubtful, and note households whose head or region is another, or that would get what others have.
    import_erreur must be there."""
    here = {column.name for column in header.known if column}
    found: dict[str, Any] = SQL.one("rows")
    if "date_collecte" in here:
        found |= SQL.one("dates", {
            "day_first": DAY_FIRST_DATE, "day_only": DAY_FIRST_ONLY, "month_first": MONTH_FIRST_ONLY,
        })  # fmt: skip
    if options.overwrites:
        watched = list_watched(here)
        find_changes(watched, options, params)
        found |= SQL.one("other_households", unlike=_unlike()) | SQL.one("known")
        found["slips"] = find_slips(watched, found["known"])
    note_repeats(here, options)
    return Doubts(**found)


def describe_changes(changed: int, known: int) -> str:
    """What is doubtful about households that change."""
    return ngettext(
        "%(n)d des %(known)d ménages connus de ce fichier aurait un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        "%(n)d des %(known)d ménages connus de ce fichier auraient un autre chef ou une autre région : le fichier n'est "
        "peut-être pas le bon, ou ses codes ont glissé. Vérifiez-les, puis confirmez les changements.",
        changed,
    ) % {"n": changed, "known": known}


def note_doubts(doubts: Doubts, options: Options) -> None:
    """Write what is doubtful among the problems, at the line of the titles: for who checks a whole file. A lane knows
    but its part."""
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


def refuse_doubts(doubts: Doubts, options: Options) -> None:
    """Raise VALIDATION_ERROR, naming the option that would answer, when the file is not to be written as it is."""
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
        # The sentence is all that is kept of it when a job ends so.
        raise Problem("VALIDATION_ERROR", " ".join(chain(*asked.values())), asked)
