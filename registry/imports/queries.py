"""Build the responses about the issues of a household file and about the result of its import."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from geo.import_engine.issue_kinds import IssueKind, list_issue_kinds, merge_issue_kinds, serialize_issue_kind
from geo.import_engine.issues import Issue, count_issues, list_issues
from registry.households import api as households
from registry.imports.checking.services import CHECKS
from registry.imports.checking.types import RowCounts
from registry.imports.definition.header import FIELD, Header, HeaderQuestion, serialize_columns
from registry.imports.definition.messages import (
    QUESTIONS,
    TITLE_CODES,
    describe_issue,
    describe_remaining,
    format_issue_line,
    serialize_issues,
)
from registry.imports.doubts.types import FileDoubts
from registry.imports.types import ImportOptions
from registry.imports.writing.services import WriteCounts

MAX_ISSUES: Final = 1000
MAX_KNOWN: Final = 50


class ImportShare(NamedTuple):
    """Hold the result of a file, or of one lane's part of it.

    That is what was written, the first errors, the kinds of issues, and the doubts.
    """

    written: WriteCounts
    errors: list[Issue]
    kinds: Sequence[IssueKind] = ()
    doubts: FileDoubts = FileDoubts()


def list_first_errors() -> list[Issue]:
    """List the first errors of the checked rows."""
    return list_issues(is_error=True, limit=MAX_ISSUES)


def list_household_issue_kinds() -> list[IssueKind]:
    """List the kinds of issues of the checked rows."""
    return list_issue_kinds(TITLE_CODES)


def _serialize_issues(is_error: bool, country: dict[str, Any], total: int) -> list[dict[str, Any]]:
    """Serialize the first issues of a severity, and one that tells how many more there are."""
    found = serialize_issues(list_issues(is_error=is_error, limit=MAX_ISSUES), country)
    if total > len(found):
        found.append({"ligne": found[-1]["ligne"], "colonne": None, "message": describe_remaining(total - len(found))})
    return found


def _serialize_kinds(kinds: Sequence[IssueKind], country: dict[str, Any]) -> list[dict[str, Any]]:
    return [serialize_issue_kind(kind, lambda issue: describe_issue(issue, country), QUESTIONS) for kind in kinds]


def serialize_sheet(header: Header) -> dict[str, Any] | None:
    """Serialize which sheet of a workbook was read and which were not; None for a CSV."""
    sheet = header.sheet
    return {"lue": sheet.name, "nonLues": list(sheet.unread), "masquees": list(sheet.hidden)} if sheet else None


def _serialize_question(question: HeaderQuestion) -> dict[str, Any]:
    choices = [{"valeur": name, "libelle": name} for name in question.choices]
    return {
        "gravite": "erreur",
        "code": question.code,
        "colonne": question.column,
        "champ": FIELD,
        "choix": choices,
        "message": question.sentence,
        "nombre": 1,
        "lignes": [1],
        "nombreValeurs": 1,
        "valeurs": [],
    }


def list_open_questions(country: dict[str, Any]) -> list[dict[str, Any]]:
    """List the issues of the checked rows that wait for an answer."""
    return [kind for kind in _serialize_kinds(list_household_issue_kinds(), country) if kind["champ"]]


def build_questions_response(header: Header, further: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Build the response of a validation with questions about the columns: none of its rows can be imported yet.

    `further` are questions about the rows that are known already.
    """
    errors = [{"ligne": 1, "colonne": question.column, "message": question.sentence} for question in header.questions]
    return {
        "valid": False,
        "stats": {
            "total_menages": 0,
            "total_lignes": 0,
            "total_connus": 0,
            "connus_en_erreur": 0,
            "connus_modifies": None,
        },
        "feuille": serialize_sheet(header),
        "summary": {"total_erreurs": len(errors), "total_avertissements": 0},
        "erreurs": errors,
        "avertissements": [],
        "problemes": [*(_serialize_question(question) for question in header.questions), *further],
        "colonnes": serialize_columns(header),
        "connus": [],
    }


def build_validation_response(header: Header, country: dict[str, Any], *, is_update: bool) -> dict[str, Any]:
    """Build the response of a validation from the checked rows; of an update also what it would change."""
    rows, issues = CHECKS.fetch_object(RowCounts, "count_rows"), count_issues()
    return {
        "valid": issues.errors == 0,
        "stats": {
            "total_menages": rows.households,
            "total_lignes": rows.total,
            "total_connus": rows.known,
            "connus_en_erreur": rows.known_errors,
            "connus_modifies": rows.changed if is_update else None,
        },
        "feuille": serialize_sheet(header),
        "summary": {"total_erreurs": issues.errors, "total_avertissements": issues.warnings},
        "erreurs": _serialize_issues(True, country, issues.errors),
        "avertissements": _serialize_issues(False, country, issues.warnings),
        "problemes": _serialize_kinds(list_household_issue_kinds(), country),
        "colonnes": serialize_columns(header),
        "connus": CHECKS.fetch_rows("list_known", {"most": MAX_KNOWN, "is_update": is_update}),
    }


def _describe_unread_sheets(header: Header) -> list[str]:
    """Describe that the workbook has households on sheets that were not read."""
    sheet = header.sheet
    if sheet is None or not sheet.similar:
        return []
    details = {"value": sheet.name, "other": ", ".join(sheet.similar)}
    return [describe_issue(Issue(None, None, "feuilles_semblables", False, details), {})]


def build_import_response(shares: Sequence[ImportShare], options: ImportOptions, header: Header) -> dict[str, Any]:
    """Build the documented response from the shares of a file.

    A replaced household counts as updated, and so does one that already had the values of the file; `unchanged` counts
    the latter. `known` counts the skipped rows whose household mode create leaves unchanged.
    """
    lines, wrong, known, inserted, changed = (sum(column) for column in zip(*(s.written for s in shares), strict=True))
    updated = known if options.overwrites else 0
    imported = inserted - (updated if options.mode == "replace" else 0)
    first = sorted(chain(*(share.errors for share in shares)), key=lambda issue: issue.line or 0)[:MAX_ISSUES]
    more = [describe_remaining(wrong - len(first))] if wrong > len(first) else []
    country = households.find_country_box()
    return {
        "total": lines,
        "imported": imported,
        "updated": updated,
        "unchanged": updated - changed if options.mode == "update" else 0,
        "known": known - updated,
        "skipped": lines - imported - updated,
        "errors": [
            *_describe_unread_sheets(header),
            *(format_issue_line(issue, country) for issue in first),
            *more,
        ],
        "problemes": _serialize_kinds(merge_issue_kinds(share.kinds for share in shares), country),
        "colonnes": serialize_columns(header),
    }


def describe_import(answer: dict[str, Any]) -> str:
    """Describe the result of an import in one sentence."""
    parts = [ngettext("%(n)d ménage importé", "%(n)d ménages importés", answer["imported"]) % {"n": answer["imported"]}]
    if answer["updated"]:
        parts.append(ngettext("%(n)d mis à jour", "%(n)d mis à jour", answer["updated"]) % {"n": answer["updated"]})
    if answer.get("unchanged"):
        parts[-1] += " " + _("(dont %(n)d sans changement)") % {"n": answer["unchanged"]}
    if known := answer.get("known", 0):
        parts.append(ngettext("%(n)d déjà connu", "%(n)d déjà connus", known) % {"n": known})
    if left := answer["skipped"] - known:
        parts.append(ngettext("%(n)d ligne laissée de côté", "%(n)d lignes laissées de côté", left) % {"n": left})
    return ", ".join(parts) + "."
