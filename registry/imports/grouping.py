"""Group the issues of a file as people correct them: one entry per kind, with its lines and written values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import chain, islice
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from config.sql import Queries
from registry.imports.messages import describe_issue

SQL: Final = Queries(__file__, "grouping.sql")
MOST_KINDS: Final = 300
MOST_LINES: Final = 50
MOST_VALUES: Final = 20
# Kinds of issues about columns of the file: each is one entry, whatever the title of the column.
ABOUT_TITLES: Final = ("colonne_inconnue", "colonne_double")
# Doubts about the whole file that need an answer: code in the response, form field that settles it, possible values.
QUESTIONS: Final = {
    "echelle": ("ECHELLE_SCORE", "echelle_pmt", (("0-1", _("Scores de 0 à 1")), ("0-100", _("Scores de 0 à 100")))),
    "ordre_dates": ("ORDRE_DATES", "ordreDates", (("JJ/MM", _("Jour puis mois")), ("MM/JJ", _("Mois puis jour")))),
    "ordre_mois": ("ORDRE_DATES", "ordreDates", (("MM/JJ", _("Mois puis jour")),)),
    "ordre_jour": ("ORDRE_DATES", "ordreDates", (("JJ/MM", _("Jour puis mois")),)),
    "colonne_glissee": ("COLONNE_GLISSEE", "confirmerValeurs", (("true", _("Oui, ces valeurs sont justes")),)),
    "changements": ("CHANGEMENTS", "confirmerChangements", (("true", _("Oui, ce sont bien ces ménages")),)),
}
Key = tuple[str, str | None, str]


@dataclass
class IssueValue:
    """Hold one written value of a kind of issue, as the row of the issue, with the lines that have it."""

    problem: dict[str, Any]
    count: int
    lines: list[int]


@dataclass
class IssueKind:
    """Hold one kind of issue.

    `distinct` is the number of different values; `values` are the most frequent ones.
    """

    key: Key
    count: int = 0
    lines: list[int] = field(default_factory=list)
    distinct: int = 0
    values: list[IssueValue] = field(default_factory=list)

    def describe(self, country: dict[str, Any]) -> dict[str, Any]:
        """Serialize the kind for the response."""
        severity, column, kind = self.key
        code, field, choices = QUESTIONS.get(kind, (kind.upper(), None, ()))
        values = [
            {
                "valeur": _get_written_value(value.problem), "message": describe_issue(value.problem, country), "nombre": value.count,
                "lignes": value.lines,
            }
            for value in self.values
        ]  # fmt: skip
        return {
            "gravite": severity, "code": code, "colonne": column, "champ": field, "choix": [{"valeur": value, "libelle": str(label)} for value, label in choices],
            "message": values[0]["message"], "nombre": self.count, "lignes": self.lines,
            "nombreValeurs": self.distinct, "valeurs": values if self.distinct > 1 else [],
        }  # fmt: skip


def _get_written_value(problem: dict[str, Any]) -> str | None:
    """Return the value in the cell. For a duplicate code the stored value also has the other line, which is removed."""
    value = problem["valeur"]
    return value.rpartition(" ")[0] if value and problem["code"] == "code_double" else value


def list_issue_kinds() -> list[IssueKind]:
    """List the kinds of issues of the checked file, the most frequent first."""
    params = {"lines": MOST_LINES, "values": MOST_VALUES, "kinds": MOST_KINDS, "titles": list(ABOUT_TITLES)}
    kinds = {}
    for row in SQL.rows("kinds", params):
        key = (row["gravite"], row["colonne"], row["code"])
        kinds[key] = IssueKind(key, row["nombre"], row["lignes"])
    for row in SQL.rows("values", params):
        if (kind := kinds.get((row["gravite"], row["colonne"], row["code"]))) is not None:
            problem = {"colonne": row["titre"], "code": row["code"], "valeur": row["valeur"], "autre": row["autre"]}
            kind.values.append(IssueValue(problem, row["nombre"], row["lignes"]))
            kind.distinct = row["valeurs"]
    return list(kinds.values())


def _merge_lines(lines: Iterable[list[int]]) -> list[int]:
    return list(islice(merge(*lines), MOST_LINES))


def _merge_values(values: Iterable[IssueValue]) -> list[IssueValue]:
    found: dict[tuple[Any, ...], IssueValue] = {}
    for value in values:
        known = found.setdefault(tuple(value.problem.values()), IssueValue(value.problem, 0, []))
        known.count += value.count
        known.lines = _merge_lines([known.lines, value.lines])
    return sorted(found.values(), key=lambda value: (-value.count, value.lines))


def merge_issue_kinds(shares: Iterable[Sequence[IssueKind]]) -> list[IssueKind]:
    """Merge the kinds found by several lanes. Values that a lane cut off are counted but not listed."""
    found: dict[Key, list[IssueKind]] = {}
    for kind in chain(*shares):
        found.setdefault(kind.key, []).append(kind)
    merged = []
    for key, parts in found.items():
        values = _merge_values(chain(*(part.values for part in parts)))
        hidden = sum(part.distinct - len(part.values) for part in parts)
        merged.append(
            IssueKind(key, sum(part.count for part in parts), _merge_lines([part.lines for part in parts]),
                 len(values) + hidden, values[:MOST_VALUES])
        )  # fmt: skip
    return sorted(merged, key=lambda kind: (-kind.count, kind.lines))
