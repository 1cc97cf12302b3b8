"""Record, list and count the issues of an import: what is wrong with a row, a column, or the file as a whole."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.utils.translation import gettext as _

from config.sql import Queries

SQL: Final = Queries(__file__, "issues.sql")
ERROR: Final = "erreur"
WARNING: Final = "avertissement"


@dataclass(frozen=True)
class Issue:
    """Hold one issue.

    `line` and `column` are None for the file or the row as a whole; `details` fill the message of the `code`. A row
    with an error is not written; a warning changes nothing.
    """

    line: int | None
    column: str | None
    code: str
    is_error: bool
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def severity(self) -> str:
        return ERROR if self.is_error else WARNING


@dataclass(frozen=True)
class SameIssues:
    """Hold the issues with the same message: how many, their first lines, and what names the rows of these lines."""

    issue: Issue
    count: int
    lines: list[int]
    names: list[str | None]


@dataclass(frozen=True)
class IssueCounts:
    """Count issues by severity."""

    errors: int
    warnings: int


def record_issues(issues: Iterable[Issue]) -> None:
    """Add issues that Python found; most are added by SQL."""
    rows = [(one.line, one.column, one.code, one.is_error, json.dumps(one.details)) for one in issues]
    with connection.cursor() as cursor:
        cursor.executemany(SQL["record_issue"], rows)


def list_issues(*, is_error: bool, limit: int) -> list[Issue]:
    """List the first issues of a severity by line; those of the whole file are at line 1."""
    return [_build_issue(row) for row in SQL.fetch_rows("list_issues", {"grave": is_error, "limit": limit})]


def list_issues_between(first: int, last: int) -> list[Issue]:
    """List the issues of some lines, errors first."""
    return [_build_issue(row) for row in SQL.fetch_rows("list_issues_between", {"first": first, "last": last})]


def list_same_issues(*, is_error: bool, label: str, limit: int | None, max_lines: int) -> list[SameIssues]:
    """List the issues of a severity, those with the same message as one, by their first lines.

    `label` is the column of `import_row` that names a row. At most `limit` are listed (None: all), each with
    `max_lines`.
    """
    params = {"grave": is_error, "limit": limit, "lines": max_lines}
    return [
        SameIssues(
            Issue(row["lignes"][0], row["colonne"], row["code"], is_error, json.loads(row["details"])),
            row["nombre"],
            row["lignes"],
            row["noms"],
        )
        for row in SQL.fetch_rows("list_same_issues", params, label=label)
    ]


def count_issues() -> IssueCounts:
    """Count the issues."""
    return IssueCounts(**SQL.fetch_one("count_issues"))


def count_same_issues() -> IssueCounts:
    """Count the issues, those with the same message as one."""
    return IssueCounts(**SQL.fetch_one("count_same_issues"))


def count_issues_by_column() -> list[tuple[str | None, int]]:
    """Count the issues by column, the most frequent first."""
    return [(row["colonne"], row["n"]) for row in SQL.fetch_rows("count_issues_by_column")]


def append_guess(sentence: str, guess: str | None) -> str:
    """Append what the user probably meant to a message, if that is known."""
    return f"{sentence} {_('Peut-être « %(nom)s » ?') % {'nom': guess}}" if guess else sentence


def _build_issue(row: dict[str, Any]) -> Issue:
    return Issue(row["ligne"], row["colonne"], row["code"], row["grave"], json.loads(row["details"]))
