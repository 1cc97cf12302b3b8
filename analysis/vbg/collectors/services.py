"""Read the forms of services for survivors on a survey platform, and synchronise their submissions.

The platform is asked, and told statuses, while no transaction is open; everything is written in one transaction.
"""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from datetime import date
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analysis.vbg.collectors.queries import SQL, build_parts, find_last_sync, list_errors, list_previewable
from analysis.vbg.collectors.rules import (
    BULK_ROWS,
    DUPLICATE_FAULTS,
    MAX_ERRORS,
    QUESTION_TITLES,
    REQUIRED_FIELDS,
    suggest_mapping,
)
from analysis.vbg.collectors.types import (
    ChosenContent,
    PendingStatus,
    ReturnedStatuses,
    ServiceSync,
    SubmissionError,
    SyncResult,
    WrittenCounts,
)
from config.caller import Caller
from config.errors.problems import Problem, invalid, not_found
from config.locks import Lock, claim_lock
from config.outgoing_http import OutgoingError
from geo.facilities.api import bulk_load_facilities
from geo.import_engine import staging
from geo.import_engine.progress import ReportProgress, ignore_progress
from registry.survey_platforms.api import (
    CONNECTORS,
    EXTRACT_ANSWERS,
    FetchedSubmissions,
    PlatformConnector,
    PlatformForm,
    StoreResult,
    compute_digest,
    convert_platform_errors,
    fetch_submissions,
    find_configured_source,
    format_cell,
    open_connector,
    split_position,
    store_submissions,
)

RAW_COLUMNS: Final = {"attributs": "jsonb"}
BATCH: Final = 2_000
TOLD_BATCH: Final = 100
UNREADABLE: Final = "\ufffd"
GONE: Final = 404


def choose_source(wanted: str | None) -> str:
    """Return the platform that was named, else the first that is configured, else the first (not configured)."""
    return wanted or find_configured_source() or next(iter(CONNECTORS))


def is_open_form(form: str) -> bool:
    """Return whether a form is open to services; one of cases is not, whatever else the settings say of it."""
    return form in settings.VBG_FORMS and form not in settings.VBG_CASE_FORMS


def require_open_form(source: str, form: str) -> None:
    """Raise NOT_FOUND for a form that the settings do not open to services: others hold households or cases."""
    if not is_open_form(form):
        raise not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": CONNECTORS[source].name})


@contextmanager
def open_platform(source: str) -> Iterator[PlatformConnector]:
    """Open the connector of a platform for the block. Raises NOT_CONFIGURED, NOT_FOUND and UPSTREAM_ERROR."""
    with closing(open_connector(source)) as connector, convert_platform_errors(connector.name):
        yield connector


def describe_connection(source: str) -> dict[str, Any]:
    """Return whether the platform answers, and when one of its forms was last synchronised; never raises for it."""
    values: dict[str, str] = settings.COLLECTORS[source]
    shown: dict[str, Any] = {
        "connected": False,
        "plateforme": source if values.get("url") else None,
        "apiUrl": values.get("url") or None,
        "username": values.get("email") or None,
        "lastSync": find_last_sync(source),
        "formsCount": None,
        "message": None,
    }
    try:
        with open_platform(source) as connector:
            forms = connector.list_forms()
    except Problem as problem:
        return shown | {"message": " ".join(problem.describe())}
    return shown | {"connected": True, "formsCount": len(_select_open_forms(forms))}


def _select_open_forms(forms: list[PlatformForm]) -> list[PlatformForm]:
    return [form for form in forms if is_open_form(form.uid)]


def list_forms(source: str) -> list[dict[str, Any]]:
    """Return the forms of the platform that the settings open to services."""
    with open_platform(source) as connector:
        forms = _select_open_forms(connector.list_forms())
    return [
        {
            "uid": form.uid,
            "name": form.name,
            "description": form.description,
            "deploymentStatus": form.status,
            "submissions": form.submissions,
            "dateCreated": form.created,
            "dateModified": form.modified,
        }
        for form in forms
    ]


def _find_form(connector: PlatformConnector, uid: str) -> PlatformForm:
    require_open_form(connector.source, uid)
    form = connector.find_form(uid)
    if form is None:
        raise not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": connector.name})
    return form


def describe_fields(source: str, uid: str) -> dict[str, Any]:
    """Return the questions of a form, with a mapping that their names suggest."""
    with open_platform(source) as connector:
        form = _find_form(connector, uid)
        questions = connector.list_fields(uid)
    return {
        "formId": form.uid,
        "formName": form.name,
        "fields": [asdict(question) for question in questions],
        "mappingSuggestion": suggest_mapping(questions),
    }


def preview_form(source: str, uid: str, limit: int, user: Caller) -> dict[str, Any]:
    """Return the first submissions of a form, as far as the caller may see their services."""
    with open_platform(source) as connector:
        form = _find_form(connector, uid)
        questions = connector.list_fields(uid)
        pages = () if form.is_encrypted else connector.fetch_pages(uid, {}, None)
        found = [one for page in islice(pages, 1) for one in page.submissions if not one.is_encrypted]
    answers = [{path: format_cell(value) for path, value in one.answers.items()} for one in found]
    roots = [one.root_id or one.instance_id or "" for one in found]
    key = ServiceSync(source, uid, {}).form_key.build_params()
    places = list_previewable(user, key, roots, [" ".join(row.values()) for row in answers])
    return {
        "formName": form.name,
        "totalSubmissions": form.submissions,
        "fields": [asdict(question) for question in questions],
        "sample": [answers[place] for place in places[:limit]],
    }


def check_mapping(mapping: dict[str, str]) -> dict[str, str]:
    """Return the mapping without fields that have no question. Raises VALIDATION_ERROR naming what is wrong."""
    known = {field: path for field, path in mapping.items() if path}
    wrong = {field: [_("Ce champ n'est pas connu.")] for field in known if field not in QUESTION_TITLES}
    missing = {field: [_("Ce champ doit avoir une question.")] for field in REQUIRED_FIELDS if field not in known}
    if wrong or missing:
        raise invalid({f"mapping.{field}": lines for field, lines in (wrong | missing).items()})
    return known


@contextmanager
def fetch_form_submissions(
    wanted: ServiceSync, report: ReportProgress, awaited_rows: int | None = None
) -> Iterator[FetchedSubmissions]:
    """Fetch what is new since the last run (see `fetch_submissions`)."""
    require_open_form(wanted.source, wanted.form)
    with fetch_submissions(
        wanted.form_key, since=wanted.earliest_submission, report=report, awaited_rows=awaited_rows
    ) as fetched:
        yield fetched


def synchronise_form(wanted: ServiceSync, user: Caller, awaited_rows: int) -> SyncResult:
    """Synchronise a form while the caller waits.

    Raises ImportTooLarge when there is too much to wait for, NOT_CONFIGURED, NOT_FOUND and UPSTREAM_ERROR.
    """
    with fetch_form_submissions(wanted, ignore_progress, awaited_rows) as fetched:
        result = write_fetched(fetched, wanted, user)
    told = return_statuses(wanted, time.monotonic() + settings.COLLECTOR_PATIENCE_SECONDS)
    errors = [*result.errors, told.error] if told.error else result.errors
    return replace(result, statuts_renvoyes=told.count, errors=errors)


@transaction.atomic
def write_fetched(fetched: FetchedSubmissions, wanted: ServiceSync, user: Caller) -> SyncResult:
    """Store what was fetched, and write the services of what is new or has changed."""
    stored = store_submissions(fetched)
    claim_lock(Lock.VBG_SERVICES)
    parts, seen = build_parts(user)
    params = seen | build_sync_params(wanted)
    steps = staging.Statements(params, parts)
    SQL.execute("drop_submissions")
    count = SQL.execute("create_chosen_submissions", params)
    SQL.execute("index_submissions")
    written, errors = _write_chosen(steps, wanted, count) if count else (WrittenCounts(), [])
    closed = SQL.execute("close_services", params, **parts) if wanted.changes_known else 0
    if wanted.changes_known:
        SQL.execute("forget_applied", params, **parts)
    total = SQL.fetch_value("count_examined", params) + len(fetched.invalid_rows) + len(stored.twins)
    staging.drop_tables()
    return SyncResult(
        total_records=total,
        imported=written.imported,
        updated=written.updated,
        skipped=total - written.imported - written.updated,
        supprimees=stored.deleted,
        fermes=closed,
        errors=_describe_omissions(fetched, stored) + errors,
    )


def build_sync_params(wanted: ServiceSync) -> dict[str, Any]:
    """Return the parameters of the statements of a synchronisation."""
    return {
        **wanted.form_key.build_params(),
        "plan": compute_digest([dict(wanted.mapping)]),
        "depuis": wanted.earliest_submission,
        "modifier": wanted.changes_known,
        "duplicates": list(DUPLICATE_FAULTS),
        "skip": wanted.skips_duplicates,
        "limit": MAX_ERRORS,
    }


def _write_chosen(
    steps: staging.Statements, wanted: ServiceSync, count: int
) -> tuple[WrittenCounts, list[SubmissionError]]:
    """Stage, judge and write the chosen submissions; mark each as applied or say why it was left out."""
    staging.create_tables(RAW_COLUMNS)
    _stage_rows(wanted, count)
    steps.run(SQL, "type_rows", "index_rows", "place_rows", "match_known", "match_codes", "match_regions")
    steps.run(SQL, "match_places", "match_sectors", "match_localities", "judge_rows", "judge_repeated_codes")
    steps.run(SQL, "judge_known_twins", "judge_twins", "name_new")
    steps.run(SQL, "lock_services")
    if SQL.fetch_value("count_placed") > BULK_ROWS:
        with bulk_load_facilities("geo_service_vbg"):
            steps.run(SQL, "update_services", "insert_services")
    else:
        steps.run(SQL, "update_services", "insert_services")
    steps.run(SQL, "mark_applied", "mark_quarantined")
    return SQL.fetch_object(WrittenCounts, "count_written"), list_errors(steps.params)


def _stage_rows(wanted: ServiceSync, count: int) -> None:
    """Copy the chosen submissions to `import_raw`, batch by batch: a connection that copies answers nothing else."""
    for first in range(1, count + 1, BATCH):
        contents = SQL.fetch_objects(ChosenContent, "list_contents", {"first": first, "last": first + BATCH - 1})
        staging.copy_records(list(RAW_COLUMNS), [_build_row(one, wanted) for one in contents])


def _build_row(one: ChosenContent, wanted: ServiceSync) -> tuple[int, str | None, str]:
    """Return a submission as a staged row: line, fault of the whole, and the cells by field as JSON."""
    cells = build_cells(EXTRACT_ANSWERS[wanted.source](json.loads(one.contenu)), wanted.mapping)
    return one.ligne, _find_cell_fault(cells), json.dumps(cells)


def build_cells(answers: dict[str, Any], mapping: Any) -> dict[str, str]:
    """Return the answers by field; a position becomes latitude and longitude, unless these have questions."""
    cells = {field: format_cell(answers.get(path)) for field, path in mapping.items()}
    latitude, longitude, *_rest = split_position(answers.get(mapping.get("position")))
    cells.pop("position", None)
    return {"latitude": latitude, "longitude": longitude} | cells


def _find_cell_fault(cells: dict[str, str]) -> str | None:
    if any(UNREADABLE in cell for cell in cells.values()):
        return "illisible"
    try:
        date.fromisoformat(cells.get("dateOuverture", "")[:10] or "2000-01-01")
    except ValueError:
        return "date"
    return None


def _describe_omissions(fetched: FetchedSubmissions, stored: StoreResult) -> list[SubmissionError]:
    """Describe what was left out before becoming a row."""
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
            "%(n)d soumission modifiée est celle d'un service supprimé : elle n'est pas reprise.",
            "%(n)d soumissions modifiées sont celles de services supprimés : elles ne sont pas reprises.",
            stored.orphaned,
        )
        found.append((None, many % {"n": stored.orphaned}))
    twin = _(
        "La soumission %(number)s a le même identifiant (_uuid) qu'une autre : elle est laissée de côté. "
        "Corrigez-la sur la plateforme."
    )
    found += [(str(number), twin % {"number": number}) for number in stored.twins[:MAX_ERRORS]]
    nameless = _("La soumission n'a ni identifiant ni numéro : elle ne peut pas être lue.")
    found += [(name, nameless) for name in fetched.invalid_rows[:MAX_ERRORS]]
    return [SubmissionError(name, message) for name, message in found]


def return_statuses(wanted: ServiceSync, until: float | None = None) -> ReturnedStatuses:
    """Tell the platform which submissions were taken over.

    What is not told before `until` (monotonic), or because the platform fails, is told by the next synchronisation: the
    services are written by now, so a fault is only described.
    """
    told = ReturnedStatuses()
    if wanted.returns_status:
        try:
            with closing(open_connector(wanted.source)) as connector, convert_platform_errors(connector.name):
                _send_statuses(connector, wanted, told, until)
        except Problem as problem:
            told.error = SubmissionError(None, " ".join(problem.describe()))
    return told


def _send_statuses(
    connector: PlatformConnector, wanted: ServiceSync, told: ReturnedStatuses, until: float | None
) -> None:
    """Send the pending statuses and store each batch, also the part of one that then failed."""
    params = wanted.form_key.build_params() | {"limit": TOLD_BATCH}
    while pending := SQL.fetch_objects(PendingStatus, "list_pending_statuses", params):
        sent: list[PendingStatus] = []
        try:
            for one in pending:
                if until is not None and time.monotonic() > until:
                    return
                _send_status(connector, wanted.form, one)
                sent.append(one)
        finally:
            _record_returned_statuses(sent)
            told.count += len(sent)


def _send_status(connector: PlatformConnector, form: str, one: PendingStatus) -> None:
    """Send one status. A submission that is gone by now needs none: its deletion comes with the next run."""
    try:
        connector.write_status(form, one.numero, one.statut)
    except OutgoingError as error:
        if error.status != GONE:
            raise


def _record_returned_statuses(sent: list[PendingStatus]) -> None:
    if sent:
        params = {"ids": [one.recu_id for one in sent], "statuses": [one.statut for one in sent]}
        SQL.execute("record_told_statuses", params)
