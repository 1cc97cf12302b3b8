"""Validate and import household files."""

from collections.abc import Callable, Sequence
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.errors.problems import conflict, forbidden
from registry.households import api as households
from registry.households.api import (
    PLACES,
    describe_gone_reference,
    has_changed_areas,
    refuse_gone_references,
    tune_transaction,
)
from registry.imports.checking import check_staged_rows, record_file_issues
from registry.imports.doubts import FileDoubts, record_doubts, refuse_doubts
from registry.imports.grouping import IssueKind, list_issue_kinds, merge_issue_kinds
from registry.imports.headers import FIELD, Header, HeaderQuestion, Mapped, serialize_columns
from registry.imports.mappings import remember_column_mapping
from registry.imports.messages import describe_issue, describe_remaining, format_issue_line, serialize_issues
from registry.imports.options import ImportOptions
from registry.imports.staging import SQL, HeaderChoices, stage_file
from registry.imports.writing import WriteCounts, write_households
from registry.pmt.api import find_thresholds_in_force
from registry.projects.api import require_writable
from registry.projects.models import Campaign, Project

MAX_PROBLEMS: Final = 1000
ATTEMPTS: Final = 3
# SQLSTATEs of a code taken meanwhile, of a deadlock between two imports, and of a lane's lock timeout.
TAKEN: Final = ("23505", "40P01", "55P03")
At = Callable[[int, int], None]


def _ignore_progress(done: int, total: int) -> None:
    """Ignore the progress."""


class StepProgress:
    """Convert the share of the whole that each step reports to progress in rows. Reading is the first fifth."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.total = 0

    def read(self, done: int, total: int) -> None:
        self.total = total
        self.at(done // 5, total)

    def share(self, share: float) -> None:
        self.at(int(self.total * (0.2 + 0.8 * share)), self.total)


def _list_first_issues(severity: str) -> list[dict[str, Any]]:
    return SQL.rows("problems", {"gravite": severity, "limit": MAX_PROBLEMS})


def _list_issues(severity: str, box: dict[str, Any], total: int) -> list[dict[str, Any]]:
    """Serialize the first issues of a severity, and one that tells how many more there are."""
    found = serialize_issues(_list_first_issues(severity), box)
    if total > len(found):
        found.append({"ligne": found[-1]["ligne"], "colonne": None, "message": describe_remaining(total - len(found))})
    return found


def serialize_sheet(header: Header) -> dict[str, Any] | None:
    """Serialize which sheet of a workbook was read and which were not; None for a CSV."""
    sheet = header.sheet
    return {"lue": sheet.name, "nonLues": list(sheet.unread), "masquees": list(sheet.hidden)} if sheet else None


def _drop_staging_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop_tables"])


def _serialize_question(question: HeaderQuestion) -> dict[str, Any]:
    choices = [{"valeur": name, "libelle": name} for name in question.choices]
    return {
        "gravite": "erreur", "code": question.code, "colonne": question.column, "champ": FIELD, "choix": choices,
        "message": question.sentence, "nombre": 1, "lignes": [1], "nombreValeurs": 1, "valeurs": [],
    }  # fmt: skip


def _build_questions_response(header: Header) -> dict[str, Any]:
    """Build the response of a validation with questions about the columns, before any row is read."""
    errors = [{"ligne": 1, "colonne": asked.column, "message": asked.sentence} for asked in header.questions]
    return {
        "valid": False,
        "stats": {"total_menages": 0, "total_lignes": 0, "total_connus": 0},
        "feuille": serialize_sheet(header),
        "summary": {"total_erreurs": len(errors), "total_avertissements": 0},
        "erreurs": errors,
        "avertissements": [],
        "problemes": [_serialize_question(asked) for asked in header.questions],
        "colonnes": serialize_columns(header),
    }


@transaction.atomic
def validate_file(
    path: Path, *, text: bool, options: ImportOptions, at: At = _ignore_progress, most: int | None = None
) -> dict[str, Any]:
    """Check a file against the registry without writing anything; return the response of validate-detailed.

    Raises VALIDATION_ERROR when the file cannot be read, TooManyRows when it has more than `most` rows.
    """
    tune_transaction()
    progress = StepProgress(at)
    choices = HeaderChoices(options.mapping, options.user)
    header = stage_file(path, text=text, choices=choices, sheet=options.sheet, at=progress.read, most=most)
    if header.questions:
        return _build_questions_response(header)
    box, doubts = check_staged_rows(header, options, progress.share)
    record_file_issues(header)
    record_doubts(doubts, options)
    counts = SQL.one("counts")
    answer = {
        "valid": counts["errors"] == 0,
        "stats": {
            "total_menages": counts["households"],
            "total_lignes": counts["total"],
            "total_connus": counts["known"],
        },
        "feuille": serialize_sheet(header),
        "summary": {"total_erreurs": counts["errors"], "total_avertissements": counts["warnings"]},
        "erreurs": _list_issues("erreur", box, counts["errors"]),
        "avertissements": _list_issues("avertissement", box, counts["warnings"]),
        "problemes": [kind.describe(box) for kind in list_issue_kinds()],
        "colonnes": serialize_columns(header),
    }
    _drop_staging_tables()
    return answer


class ImportShare(NamedTuple):
    """Hold the result of a file, or of one lane's part of it.

    That is what was written, the first errors, the kinds of issues, and the doubts.
    """

    written: WriteCounts
    errors: list[dict[str, Any]]
    kinds: Sequence[IssueKind] = ()
    doubts: FileDoubts = FileDoubts()


def write_staged_rows(
    header: Header,
    options: ImportOptions,
    at: Callable[[float], None],
    identity: UUID | None = None,
    *,
    is_first: bool = True,
) -> ImportShare:
    """Check and write the staged rows.

    Of several lanes only the first adds the issues of the file. The caller, who knows the whole file, must refuse its
    doubts.
    """
    doubts = check_staged_rows(header, options, at).doubts
    if is_first:
        record_file_issues(header)
    share = ImportShare(
        write_households(header, options, at, identity=identity),
        _list_first_issues("erreur"),
        list_issue_kinds(),
        doubts,
    )
    _drop_staging_tables()
    return share


def _describe_unread_sheets(header: Header) -> list[str]:
    """Describe that the workbook has households on sheets that were not read."""
    sheet = header.sheet
    if sheet is None or not sheet.alike:
        return []
    problem = {"colonne": None, "code": "feuilles_semblables", "valeur": sheet.name, "autre": ", ".join(sheet.alike)}
    return [describe_issue(problem, {})]


def build_import_response(shares: Sequence[ImportShare], options: ImportOptions, header: Header) -> dict[str, Any]:
    """Build the documented response from the shares of a file.

    A replaced household counts as updated, and so does one that already had the values of the file; `unchanged` counts
    the latter. `known` counts the skipped rows whose household mode create leaves unchanged.
    """
    lines, wrong, known, inserted, changed = (sum(column) for column in zip(*(s.written for s in shares), strict=True))
    updated = known if options.overwrites else 0
    imported = inserted - (updated if options.mode == "replace" else 0)
    first = sorted(chain(*(share.errors for share in shares)), key=itemgetter("ligne"))[:MAX_PROBLEMS]
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
            *(format_issue_line(item) for item in serialize_issues(first, country)),
            *more,
        ],
        "problemes": [kind.describe(country) for kind in merge_issue_kinds(share.kinds for share in shares)],
        "colonnes": serialize_columns(header),
    }


def _load_file(
    path: Path, text: bool, options: ImportOptions, progress: StepProgress, most: int | None
) -> dict[str, Any]:
    with transaction.atomic():
        tune_transaction()
        choices = HeaderChoices(options.mapping, options.user)
        header = stage_file(path, text=text, choices=choices, sheet=options.sheet, at=progress.read, most=most)
        header.require_answers()
        share = write_staged_rows(header, options, progress.share)
        refuse_doubts(share.doubts, options)
        remember_column_mapping(header, options.user)
    return build_import_response([share], options, header)


def is_concurrency_error(error: Exception) -> bool:
    """Return whether an import failed because of concurrent changes, so that a retry may succeed."""
    return getattr(error.__cause__, "sqlstate", None) in TAKEN or has_changed_areas(error)


def retry_on_conflict(load: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run `load`, which opens its own transaction, and retry it when a code was taken or a place changed meanwhile.

    Raises CONFLICT after ATTEMPTS attempts, and when the project or the campaign was deleted.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with refuse_gone_references(besides=PLACES):
                return load()
        except (IntegrityError, OperationalError) as error:
            if not is_concurrency_error(error):
                raise
    raise conflict(_("D'autres personnes importent les mêmes ménages en ce moment. Recommencez dans un instant."))


def import_file(
    path: Path, *, text: bool, options: ImportOptions, at: At = _ignore_progress, most: int | None = None
) -> dict[str, Any]:
    """Import a household file: {total, imported, updated, unchanged, known, skipped, errors, problemes, colonnes}.

    Rows with an error are left out, the others are written; nothing is written when the file cannot be read. When
    another import takes one of the codes meanwhile, everything is checked and written again. Raises VALIDATION_ERROR,
    TooMany, and CONFLICT when that happens repeatedly.
    """
    return retry_on_conflict(lambda: _load_file(path, text, options, StepProgress(at), most))


def describe_replace_refusal() -> str:
    """Describe why a user may not replace households."""
    return _("« Remplacer » supprime des ménages : il faut la permission de supprimer.")


def build_options(user: Any, *, mode: str = "create", project: Project | None = None, mapping: Mapped | None = None,
                **said: Any) -> ImportOptions:  # fmt: skip
    """Return the options of an import by `user`; `said` are further fields of Options.

    Raises READ_ONLY_PROJECT or FORBIDDEN for a project that accepts no households, and FORBIDDEN for mode replace when
    the user may not delete households.
    """
    if mode == "replace" and not user.holds("registre.supprimer"):
        raise forbidden(describe_replace_refusal())
    require_writable(project, "collecter")
    identity = project.id if project else None
    return ImportOptions(
        mode, user.region_ids, project=identity, limits=find_thresholds_in_force(), mapping=mapping or {}, user=user.id,
        may_score=user.holds("registre.scorer"), **said,
    )  # fmt: skip


def rebuild_job_options(params: dict[str, Any], user: Any) -> ImportOptions:
    """Return the options stored with a job, with the current permissions of `user`.

    Parameters of jobs from earlier versions may be incomplete. Raises CONFLICT when the project or campaign was
    deleted, and what `build_options` raises.
    """
    found: dict[str, Any] = {}
    for name, model, column in (("projet", Project, "projet_id"), ("campagne", Campaign, "campagne_id")):
        found[name] = model.objects.visible_to(user).filter(id=params[name]).first() if params[name] else None
        if params[name] and found[name] is None:
            raise describe_gone_reference(column)
    return build_options(
        user, mode=params["mode"], scale=params["echelle"], create_villages=params["creerLocalites"],
        project=found["projet"], campaign=found["campagne"] and found["campagne"].id,
        mapping=params.get("correspondances"), date_order=params.get("ordreDates"),
        confirmed=params.get("confirme", False), values_confirmed=params.get("valeursConfirmees", False),
        placeless=params.get("sansLieu", False), sheet=params.get("feuille"),
    )  # fmt: skip


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
