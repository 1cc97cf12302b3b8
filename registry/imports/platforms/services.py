"""Import households from a survey platform, with the same staging, check and writing as a file.

`import_from_platform` (or a job) first fetches from the platform, with no transaction open; the rest runs in one
transaction.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from tempfile import TemporaryFile
from typing import IO, Any, Final

from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from config.errors.problems import invalid
from config.sql import Queries
from geo.import_engine.issues import Issue
from geo.import_engine.progress import ReportProgress, ReportShare, ignore_progress
from geo.import_engine.staging import refuse_rows
from geo.tables.column_titles import build_title_key
from registry.households.api import tune_transaction
from registry.imports.checking.services import check_staged_rows
from registry.imports.codes.services import build_code_token, generate_codes
from registry.imports.definition.columns import BY_KEY
from registry.imports.definition.messages import describe_issue, describe_remaining
from registry.imports.doubts.services import refuse_doubts
from registry.imports.platforms.rules import (
    HEAD_COLUMNS,
    MEMBER_COLUMNS,
    PREFIX,
    build_member_row,
    build_several_heads_row,
    find_member_field,
    find_repeat_rows,
    list_head_columns,
    read_household_answer,
    read_people,
)
from registry.imports.platforms.types import ChosenSubmission, PlatformImport, SubmissionError
from registry.imports.queries import MAX_ISSUES
from registry.imports.services import retry_on_conflict
from registry.imports.staging.services import drop_tables, stage_rows
from registry.imports.types import ImportOptions
from registry.imports.writing.services import refresh_written_sheets, write_households
from registry.survey_platforms.api import (
    EXTRACT_ANSWERS,
    FetchedSubmissions,
    StoreResult,
    compute_digest,
    fetch_submissions,
    split_position,
    store_submissions,
)

SQL: Final = Queries(__file__, "submissions.sql")
MEMBERS: Final = Queries(__file__, "members.sql")
POSITION: Final = "position"
POSITION_NAMES: Final = {"position", "gps", "geolocalisation"}
PARTS: Final = ("latitude", "longitude", "altitude", "precision_gps")
BATCH: Final = 2_000
UNREADABLE: Final = "\ufffd"
ORIGIN_SQL: Final = {
    column: f"(SELECT {name} FROM import_soumission AS s WHERE s.ligne = l.ligne)"
    for column, name in {
        "source_donnees": "source",
        "collector_form_uid": "formulaire",
        "collector_submission_id": "racine",
        "collector_validation_status": "statut",
    }.items()
}
# Messages that differ from those for a line of a file.
SUBMISSION_MESSAGES: Final = {
    "soumission_double": lazy("Le code « %(value)s » est celui d'un ménage qui est déjà là."),
    "code_double": lazy("Le code « %(value)s » est aussi celui d'une autre soumission."),
    "illisible": lazy("La soumission contient des caractères illisibles."),
    "membre_nom": lazy("Le nom du membre n° %(place)s manque."),
    "membre_nom_long": lazy("Le nom du membre n° %(place)s est trop long : 255 caractères au plus."),
    "membre_sexe": lazy("Membre n° %(place)s : « %(value)s » n'est pas reconnu : indiquez M (homme) ou F (femme)."),
    "membre_age": lazy("Membre n° %(place)s : « %(value)s » n'est pas un âge de 0 à 130 ans."),
    "membre_naissance": lazy("Membre n° %(place)s : « %(value)s » ne se lit pas comme une date : écrivez AAAA-MM-JJ."),
    "membre_avenir": lazy("Membre n° %(place)s : « %(value)s » est une date à venir : indiquez une date passée."),
    "plusieurs_chefs": lazy("Plusieurs personnes du ménage sont dites chef (%(value)s) : il n'en faut qu'une."),
}


def resolve_mapping(mapping: dict[str, str]) -> dict[str, str]:
    """Return a mapping as sent by the client with its targets resolved to columns.

    Raises VALIDATION_ERROR naming the target that is unknown or given twice.
    """
    found: dict[str, str] = {}
    for target, path in mapping.items():
        known, member = BY_KEY.get(build_title_key(target)), find_member_field(target)
        name = known.name if known else POSITION if build_title_key(target) in POSITION_NAMES else None
        name = f"{PREFIX}{member}" if member else name
        if name is None:
            raise invalid({f"mapping.{target}": [_("Ce champ n'est pas connu : voyez les colonnes du modèle.")]})
        if name in found:
            raise invalid({f"mapping.{target}": [_("Ce champ est donné deux fois.")]})
        found[name] = path
    return found


def _has_members(mapping: dict[str, str]) -> bool:
    return any(name.startswith(PREFIX) for name in mapping)


def _list_staged_columns(mapping: dict[str, str]) -> list[str]:
    """Return the columns of the staged rows. A column mapped itself replaces that part of the position."""
    own = [name for name in mapping if name not in (POSITION, "code_menage") and not name.startswith(PREFIX)]
    own += list_head_columns(mapping)
    if _has_members(mapping) and "taille_menage" not in mapping:
        own.append("taille_menage")
    parts = [name for name in PARTS if POSITION in mapping and name not in mapping]
    dated = [] if "date_collecte" in mapping else ["date_collecte"]
    return ["code_menage", *own, *parts, *dated]


class _SubmissionRows:
    """Iterate over the submissions as staged rows, and write their members to the file `members`.

    Afterwards `unanswered` holds the columns whose question nobody answered, and `ambiguous` those whose question
    several people of one household answered without anything telling which of them is the head.
    """

    def __init__(self, wanted: PlatformImport, count: int, members: IO[str]) -> None:
        self.wanted = wanted
        self.members = members
        self.ambiguous: dict[str, str] = {}
        self.relation = wanted.mapping.get(f"{PREFIX}lien_parente")
        mapped = wanted.mapping.items()
        self.questions = {name: path for name, path in mapped if name != POSITION and not name.startswith(PREFIX)}
        self.count = count
        self.names = _list_staged_columns(wanted.mapping)
        self.token = build_code_token()
        self.unanswered = dict(wanted.mapping)

    def __iter__(self) -> Iterator[list[list[Any]]]:
        for first in range(1, self.count + 1, BATCH):
            rows = SQL.fetch_objects(ChosenSubmission, "list_contents", {"first": first, "last": first + BATCH - 1})
            yield [self._build_row(row) for row in rows]

    def _build_row(self, row: ChosenSubmission) -> list[Any]:
        answers = EXTRACT_ANSWERS[self.wanted.source](json.loads(row.contenu))
        self.unanswered = {
            name: path
            for name, path in self.unanswered.items()
            if path not in answers and not find_repeat_rows(answers, path)
        }
        cells = {"date_collecte": row.date or ""}
        if POSITION in self.wanted.mapping:
            cells |= zip(PARTS, split_position(answers.get(self.wanted.mapping[POSITION])), strict=True)
        for name, path in self.questions.items():
            cells[name] = read_household_answer(answers, path, self.relation)
            if not self.relation and not cells[name] and path not in answers and find_repeat_rows(answers, path):
                self.ambiguous[name] = path
        unreadable = self._stage_people(row.ligne, answers, cells) if _has_members(self.wanted.mapping) else False
        cells["code_menage"] = row.code or cells.get("code_menage") or f"{self.token}{row.ligne}"
        values = [cells[name] for name in self.names]
        unreadable = unreadable or UNREADABLE in "".join(values)
        return [row.ligne, "illisible" if unreadable else None, *values]

    def _stage_people(self, line: int, answers: dict[str, Any], cells: dict[str, str]) -> bool:
        """Fill the cells of the head and the household size from the people of a submission, and write its members.

        Return whether one of them has unreadable characters.
        """
        people = read_people(answers, self.wanted.mapping)
        head = people.head or {}
        for column in list_head_columns(self.wanted.mapping):
            cells[column] = head.get(HEAD_COLUMNS[column], "")
        if "taille_menage" not in self.wanted.mapping:
            cells["taille_menage"] = str(len(people.members) + max(people.heads, 1))
        typed = [build_member_row(line, place, person) for place, person in enumerate(people.members, 1)]
        if people.heads > 1:
            typed.append(build_several_heads_row(line, people.heads))
        self.members.writelines(json.dumps(row) + "\n" for row in typed)
        return any(UNREADABLE in value for person in people.members for value in person.values())


def _describe_issue(issue: Issue, country: dict[str, Any]) -> str:
    """Describe an issue of a submission; some messages differ from those for a line of a file."""
    message = SUBMISSION_MESSAGES.get(issue.code)
    text = str(message) % issue.details if message else describe_issue(issue, country)
    return f"{issue.column} : {text}" if issue.column else text


def _list_errors(wanted: PlatformImport, country: dict[str, Any]) -> list[dict[str, Any]]:
    rows = SQL.fetch_objects(SubmissionError, "list_errors", {"skip": wanted.skips_duplicates, "limit": MAX_ISSUES})
    found: list[dict[str, Any]] = []
    for row in rows:
        issue = Issue(row.ligne, row.colonne, row.code, True, row.details)
        found.append({"submission": row.racine, "message": _describe_issue(issue, country)})
    if rows and rows[0].total > len(rows):
        found.append({"submission": None, "message": describe_remaining(rows[0].total - len(rows))})
    return found


def _describe_omissions(
    fetched: FetchedSubmissions, stored: StoreResult, rows: _SubmissionRows
) -> list[dict[str, Any]]:
    """Describe what was left out before becoming a row, and questions answered by nobody or by several people."""
    found: list[tuple[str | None, str]] = []
    if fetched.form and fetched.form.is_encrypted:
        found.append((None, _("Ce formulaire est chiffré : ses soumissions ne peuvent pas être lues.")))
    if stored.encrypted:
        many = ngettext(
            "%(n)d soumission est chiffrée : elle est laissée de côté.",
            "%(n)d soumissions sont chiffrées : elles sont laissées de côté.",
            stored.encrypted,
        )
        found.append((None, many % {"n": stored.encrypted}))
    if stored.orphaned:
        many = ngettext(
            "%(n)d soumission modifiée est celle d'un ménage supprimé ou fusionné : elle n'est pas reprise.",
            "%(n)d soumissions modifiées sont celles de ménages supprimés ou fusionnés : elles ne sont pas reprises.",
            stored.orphaned,
        )
        found.append((None, many % {"n": stored.orphaned}))
    found += [
        (
            str(number),
            _(
                "La soumission %(number)s a le même identifiant (_uuid) qu'une autre : elle est laissée de côté. "
                "Corrigez-la sur la plateforme."
            )
            % {"number": number},
        )
        for number in stored.twins[:MAX_ISSUES]
    ]
    found += [
        (name, _("La soumission n'a ni identifiant ni numéro : elle ne peut pas être lue."))
        for name in fetched.invalid_rows[:MAX_ISSUES]
    ]
    found += [
        (
            None,
            _("Aucune soumission ne répond à la question « %(path)s » (%(column)s).") % {"path": path, "column": name},
        )
        for name, path in rows.unanswered.items()
    ]
    several = _(
        "Plusieurs personnes répondent à la question « %(path)s » (%(column)s) : pour prendre la réponse du chef, "
        "indiquez aussi la question du lien de parenté (membres.lienParente)."
    )
    found += [(None, several % {"path": path, "column": name}) for name, path in rows.ambiguous.items()]
    return [{"submission": name, "message": message} for name, message in found]


def _import_submissions(
    wanted: PlatformImport, options: ImportOptions, params: dict[str, Any], rows: _SubmissionRows, report: ReportShare
) -> dict[str, Any]:
    """Stage, check and write the chosen submissions; return the counts and the errors."""
    header = stage_rows(rows.names, rows)
    stage_members(rows.members)
    box, doubts = check_staged_rows(header, options, report)
    refuse_doubts(doubts, options)
    MEMBERS.execute("record_member_faults")
    refuse_rows()
    SQL.execute("record_duplicates", params)
    refuse_rows()
    generate_codes(rows.token)
    written = write_households(header, options, report, ORIGIN_SQL)
    write_members(changes=options.overwrites)
    refresh_written_sheets(options)
    SQL.execute("mark_applied", params)
    SQL.execute("mark_quarantined")
    SQL.execute("link_known_households")
    updated = written.connus if options.overwrites else 0
    unchanged = updated - written.modifies if options.overwrites else 0
    return {
        "imported": written.inseres,
        "updated": updated,
        "unchanged": unchanged,
        "errors": _list_errors(wanted, box),
    }


def _store_and_import(
    fetched: FetchedSubmissions, wanted: PlatformImport, options: ImportOptions, report: ReportShare
) -> dict[str, Any]:
    params = (
        options.build_sql_params()
        | wanted.form_key.build_params()
        | {
            "plan": compute_digest([wanted.mapping, options.score_factor or 1]),
            "depuis": wanted.earliest_submission,
            "modifier": options.overwrites,
        }
    )
    with transaction.atomic(), TemporaryFile("w+", encoding="utf-8") as members:
        tune_transaction()
        stored = store_submissions(fetched)
        SQL.execute("drop_submissions")
        rows = _SubmissionRows(wanted, SQL.execute("create_chosen_submissions", params), members)
        SQL.execute("index_submissions")
        counts: dict[str, Any] = {"imported": 0, "updated": 0, "unchanged": 0, "errors": []}
        if rows.count:
            counts = _import_submissions(wanted, options, params, rows, report)
        else:
            rows.unanswered = {}
        total = SQL.fetch_value("count_examined", params) + len(fetched.invalid_rows) + len(stored.twins)
        if fetched.form and fetched.form.is_encrypted:
            total += fetched.form.submissions
        changed = SQL.execute("copy_statuses", params)
        drop_tables()
        report(1)
    return {
        "totalRecords": total,
        "imported": counts["imported"],
        "updated": counts["updated"],
        "unchanged": counts["unchanged"],
        "skipped": total - counts["imported"] - counts["updated"],
        "supprimees": stored.deleted,
        "statutsModifies": changed,
        "errors": _describe_omissions(fetched, stored, rows) + counts["errors"],
    }


def import_fetched_submissions(
    fetched: FetchedSubmissions, wanted: PlatformImport, options: ImportOptions, report: ReportProgress
) -> dict[str, Any]:
    """Write what was fetched in one transaction and return the documented response.

    Raises CONFLICT, and VALIDATION_ERROR for doubts about the submissions as a whole.
    """
    whole = max(fetched.received, 1)

    def report_share(share: float) -> None:
        report(whole + int(whole * share), 2 * whole)

    return retry_on_conflict(lambda: _store_and_import(fetched, wanted, options, report_share))


def fetch_form_submissions(
    wanted: PlatformImport, report: ReportProgress, awaited_rows: int | None = None
) -> AbstractContextManager[FetchedSubmissions]:
    """Fetch from the platform (see `fetch_submissions`). Reading is the first half of the progress."""

    def report_half(done: int, total: int) -> None:
        report(done, 2 * max(total, 1))

    return fetch_submissions(
        wanted.form_key, since=wanted.earliest_submission, report=report_half, awaited_rows=awaited_rows
    )


def import_from_platform(wanted: PlatformImport, options: ImportOptions, awaited_rows: int) -> dict[str, Any]:
    """Import while the caller waits.

    Raises ImportTooLarge when there is too much to wait for, and what `fetch_form_submissions` and
    `import_fetched_submissions` raise.
    """
    with fetch_form_submissions(wanted, ignore_progress, awaited_rows) as fetched:
        return import_fetched_submissions(fetched, wanted, options, ignore_progress)


def stage_members(rows: IO[str]) -> None:
    """Copy typed members, one JSON list per line, to `import_membre`. Call it inside the transaction of the import."""
    MEMBERS.execute("create_members")
    rows.seek(0)
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY import_membre ({', '.join(MEMBER_COLUMNS)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(json.loads(row))
        cursor.execute("ANALYZE import_membre")


def write_members(*, changes: bool) -> None:
    """Write the members of the written households: all of a new one.

    With `changes`, members of a known household are matched by name and changed or added; none is removed.
    """
    if changes:
        MEMBERS.execute("update_members")
    MEMBERS.execute("insert_members", {"changes": changes})
    MEMBERS.execute("raise_household_size", {"changes": changes})
