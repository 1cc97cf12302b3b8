"""Group the issues of a file as people correct them: one entry per kind, with its lines and written values."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import chain, islice
from typing import Any, Final

from geo.import_engine.issues import SQL, Issue
from geo.import_engine.questions import Question

MAX_KINDS: Final = 300
MAX_LINES: Final = 50
MAX_VALUES: Final = 20
IssueKindKey = tuple[bool, str | None, str]


@dataclass
class IssueValue:
    """Hold one written value of a kind of issue, as the issue of its first line, with the lines that have it."""

    issue: Issue
    count: int
    lines: list[int]


@dataclass
class IssueKind:
    """Hold one kind of issue: (is_error, column, code).

    `distinct` is the number of different values; `values` are the most frequent ones.
    """

    key: IssueKindKey
    count: int = 0
    lines: list[int] = field(default_factory=list)
    distinct: int = 0
    values: list[IssueValue] = field(default_factory=list)


def list_issue_kinds(title_codes: Sequence[str] = ()) -> list[IssueKind]:
    """List the kinds of issues of the checked file, the most frequent first.

    Issues with one of `title_codes` are about a title of the file: each code is one kind, whatever the title.
    """
    params = {"lines": MAX_LINES, "values": MAX_VALUES, "kinds": MAX_KINDS, "titles": list(title_codes)}
    kinds = {}
    for row in SQL.fetch_rows("list_kinds", params):
        key = (row["grave"], row["colonne"], row["code"])
        kinds[key] = IssueKind(key, row["nombre"], row["lignes"])
    for row in SQL.fetch_rows("list_kind_values", params):
        if (kind := kinds.get((row["grave"], row["colonne"], row["code"]))) is not None:
            issue = Issue(row["lignes"][0], row["titre"], row["code"], row["grave"], json.loads(row["details"]))
            kind.values.append(IssueValue(issue, row["nombre"], row["lignes"]))
            kind.distinct = row["valeurs"]
    return list(kinds.values())


def merge_issue_kinds(shares: Iterable[Sequence[IssueKind]]) -> list[IssueKind]:
    """Merge the kinds found by several lanes. Values that a lane cut off are counted but not listed."""
    found: dict[IssueKindKey, list[IssueKind]] = {}
    for kind in chain(*shares):
        found.setdefault(kind.key, []).append(kind)
    merged = []
    for key, parts in found.items():
        values = _merge_values(chain(*(part.values for part in parts)))
        hidden = sum(part.distinct - len(part.values) for part in parts)
        merged.append(
            IssueKind(
                key,
                sum(part.count for part in parts),
                _merge_lines([part.lines for part in parts]),
                len(values) + hidden,
                values[:MAX_VALUES],
            )
        )
    return sorted(merged, key=lambda kind: (-kind.count, kind.lines))


def serialize_issue_kind(
    kind: IssueKind, describe: Callable[[Issue], str], questions: Mapping[str, Question]
) -> dict[str, Any]:
    """Serialize a kind for the response, with the question that it asks, if its code is one of `questions`."""
    is_error, column, code = kind.key
    question = questions.get(code) or Question(code.upper(), None)
    values = [
        {
            "valeur": value.issue.details.get("value"),
            "message": describe(value.issue),
            "nombre": value.count,
            "lignes": value.lines,
        }
        for value in kind.values
    ]
    return {
        "gravite": Issue(None, column, code, is_error).severity,
        "code": question.code,
        "colonne": column,
        "champ": question.field,
        "choix": [{"valeur": value, "libelle": str(label)} for value, label in question.choices],
        "message": values[0]["message"],
        "nombre": kind.count,
        "lignes": kind.lines,
        "nombreValeurs": kind.distinct,
        "valeurs": values if kind.distinct > 1 else [],
    }


def _merge_lines(lines: Iterable[list[int]]) -> list[int]:
    return list(islice(merge(*lines), MAX_LINES))


def _merge_values(values: Iterable[IssueValue]) -> list[IssueValue]:
    found: dict[tuple[str | None, str, str], IssueValue] = {}
    for value in values:
        key = (value.issue.column, value.issue.code, json.dumps(value.issue.details, sort_keys=True))
        known = found.setdefault(key, IssueValue(value.issue, 0, []))
        known.count += value.count
        known.lines = _merge_lines([known.lines, value.lines])
    return sorted(found.values(), key=lambda value: (-value.count, value.lines))
