"""Take over cases that telephones encrypted, from the forms of a survey platform.

The platform is asked while no transaction is open, and holds ciphertext only: a form that is not encrypted, asks what could
name a person, or has one answer in the clear is refused as a whole before anything is stored. What is opened lies in memory
until it is a case. There is no cursor, no receipt of the platform's and no job: all submissions are listed each time, and what
is known of them is in the schema of cases, so a run that was stopped goes on where it was.
"""

import json
import secrets
import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.api import write_audit_entry
from accounts.audit.models import Trace
from analysis.vbg.case_collection.queries import SQL, list_known
from analysis.vbg.case_collection.rules import (
    BATCH,
    FAULTS,
    LISTING_SECONDS,
    build_cells,
    find_unsafe_definitions,
    find_unsafe_questions,
    is_open,
)
from analysis.vbg.case_collection.types import (
    CaseSync,
    CollectionResult,
    FormListing,
    KnownSubmission,
    ListedSubmission,
    OpenedSubmission,
    WrittenCases,
)
from analysis.vbg.cases.api import IMPORTED, READ, become_case_role
from analysis.vbg.imports.rules import ROW_FAULTS
from analysis.vbg.imports.services import RAW_COLUMNS, judge_cases
from analysis.vbg.sealed_forms.decryption import UnreadableSubmission, open_submission
from analysis.vbg.sealed_forms.keys import CaseKey, UnusableKey
from config.caller import Caller
from config.errors.problems import Problem, invalid, not_found
from config.locks import Lock, lock_name
from config.outgoing_http import OutgoingError, OutgoingFault
from geo.import_engine import staging
from registry.survey_platforms.api import (
    CONNECTORS,
    EncryptedSubmission,
    PlatformConnector,
    PlatformSubmission,
    convert_platform_errors,
    find_configured_source,
    open_connector,
)

CELLS: Final = "attributs"
GONE: Final = 404
RANDOM: Final = secrets.SystemRandom()
SERVER_ERROR: Final = 500


def choose_source(wanted: str | None) -> str:
    """Return the platform that was named, else the first that is configured, else the first (not configured)."""
    return wanted or find_configured_source() or next(iter(CONNECTORS))


def read_key() -> CaseKey:
    """Return the private key of the forms of cases. Raises NOT_CONFIGURED."""
    try:
        return CaseKey(settings.VBG_CASE_KEY)
    except UnusableKey as error:
        raise Problem(
            "NOT_CONFIGURED", _("La clé des formulaires de cas n'est pas configurée (TABANCA_VBG_CASE_KEY).")
        ) from error


def find_public_key() -> str | None:
    """Return the public key that forms of cases carry, or None without a private key."""
    return read_key().build_public_text() if settings.VBG_CASE_KEY else None


@contextmanager
def open_platform(source: str) -> Iterator[PlatformConnector]:
    """Open the connector of a platform for the block. Raises NOT_CONFIGURED, NOT_FOUND and UPSTREAM_ERROR."""
    with closing(open_connector(source)) as connector, convert_platform_errors(connector.name):
        yield connector


def list_forms(source: str) -> list[dict[str, Any]]:
    """Return the forms of cases that the settings name and the platform has: how many submissions they have is not told."""
    with open_platform(source) as connector:
        forms = [form for form in connector.list_forms() if form.uid in settings.VBG_CASE_FORMS]
    return [{"uid": form.uid, "name": form.name, "chiffre": form.has_key} for form in forms]


def describe_collection(source: str) -> dict[str, Any]:
    """Return the public key for the forms, and the forms of a platform, or why they cannot be read; never raises for it."""
    shown: dict[str, Any] = {"plateforme": source, "clePublique": None, "formulaires": [], "message": None}
    try:
        return shown | {"clePublique": read_key().build_public_text(), "formulaires": list_forms(source)}
    except Problem as problem:
        return shown | {"message": " ".join(problem.describe())}


def synchronise_cases(wanted: CaseSync, user: Caller) -> CollectionResult:
    """Take over what is new of a form.

    Raises NOT_CONFIGURED, NOT_FOUND, UPSTREAM_ERROR, and VALIDATION_ERROR for a form of which anything lies open; then nothing
    has changed.
    """
    if wanted.form not in settings.VBG_CASE_FORMS:
        raise not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": CONNECTORS[wanted.source].name})
    key = read_key()
    form_id = key.derive_id(wanted.source, wanted.form)
    known = list_known(form_id)
    until = time.monotonic() + settings.COLLECTOR_PATIENCE_SECONDS
    with open_platform(wanted.source) as connector:
        _require_safe_form(connector, wanted.form)
        listing = _list_submissions(connector, wanted, key, known)
        opened = _open_submissions(connector, wanted, listing.wanted, key, until)
    gone = [identity for identity in known if identity not in listing.ids]
    written = _write(opened, listing, gone, wanted, form_id, user)
    told = _return_statuses(wanted, listing, form_id, until) if wanted.returns_status else None
    faults = [*(["sans_identifiant"] if listing.is_nameless else []), *written.faults]
    errors = [str({**ROW_FAULTS, **FAULTS}[fault]) for fault in faults] + ([told] if told else [])
    reads = user.holds(READ)
    return CollectionResult(
        imported=written.imported if reads else None,
        updated=written.updated if reads else None,
        supprimes=written.deleted if reads else None,
        skipped=written.skipped if reads else None,
        masque=not reads,
        reste=len(opened) < len(listing.wanted) + listing.waiting,
        errors=errors,
    )


def _require_safe_form(connector: PlatformConnector, uid: str) -> None:
    """Raise VALIDATION_ERROR for a form that telephones do not encrypt, or that asks what could name a person."""
    form = connector.find_form(uid)
    if form is None:
        raise not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": connector.name})
    if not form.has_key:
        raise _refuse(
            _(
                "Ce formulaire n'est pas chiffré sur le téléphone : la plateforme lirait les cas. Rien n'a été lu ni gardé. "
                "Retirez-le, effacez ce qu'il a reçu, et publiez-le avec la clé publique."
            )
        )
    _require_safe_questions(find_unsafe_definitions(connector.list_fields(uid)))


def _require_safe_questions(unsafe: list[str]) -> None:
    if unsafe:
        names = ", ".join(f"« {name[:60]} »" for name in unsafe[:20])
        sentence = _(
            "Un formulaire de cas ne peut pas avoir ces questions, qui pourraient désigner une personne : %(names)s. "
            "Retirez-les : rien n'a été gardé."
        )
        raise _refuse(sentence % {"names": names})


def _refuse(sentence: str) -> Problem:
    return invalid({"formId": [sentence]}, sentence)


def _list_submissions(
    connector: PlatformConnector, wanted: CaseSync, key: CaseKey, known: dict[UUID, KnownSubmission]
) -> FormListing:
    """Return what the platform lists. Raises VALIDATION_ERROR for an open answer, and OutgoingError for a list without end.

    What is to be opened is drawn by lot: submissions that cannot be taken over are not for ever in the way of the others.
    """
    listing, seen, until = FormListing(), 0, time.monotonic() + LISTING_SECONDS
    for page in connector.fetch_pages(wanted.form, {}, None):
        listing.is_nameless = listing.is_nameless or bool(page.invalid_rows)
        seen += len(page.submissions)
        if seen > settings.COLLECTOR_MAX_ROWS:
            raise OutgoingError(OutgoingFault.TOO_LARGE)
        if time.monotonic() > until:
            raise OutgoingError(OutgoingFault.TIMEOUT)
        for one in page.submissions:
            if is_open(wanted.source, one):
                raise _refuse(
                    _(
                        "Ce formulaire a des réponses en clair sur la plateforme : il est refusé en entier, et rien n'a été "
                        "gardé. Effacez ces soumissions de la plateforme, et publiez le formulaire avec la clé publique."
                    )
                )
            _sort_submission(_identify(one, wanted, key), wanted, known, listing)
    RANDOM.shuffle(listing.wanted)
    return listing


def _identify(one: PlatformSubmission, wanted: CaseSync, key: CaseKey) -> ListedSubmission:
    root = one.root_id or one.instance_id or ""
    system = one.payload.get("__system")
    edits = system.get("edits") if isinstance(system, dict) else None
    identity = key.derive_id(wanted.source, wanted.form, root)
    version = key.derive_id(wanted.source, wanted.form, root, one.instance_id or "", str(edits or 0))
    number = str(one.number) if one.number is not None else str(one.payload.get("__id"))
    return ListedSubmission(identity, version, number, one)


def _sort_submission(
    one: ListedSubmission, wanted: CaseSync, known: dict[UUID, KnownSubmission], listing: FormListing
) -> None:
    if one.id in listing.ids:
        return  # pages overlap
    listing.ids.add(one.id)
    before = known.get(one.id)
    if before is None or (wanted.changes_known and before.version != one.version):
        if len(listing.wanted) < BATCH:
            listing.wanted.append(one)
        else:
            listing.waiting += 1
            place = RANDOM.randrange(BATCH + listing.waiting)
            if place < BATCH:
                listing.wanted[place] = one
    if before is None or not before.dit:
        listing.untold[one.id] = one.number


def _open_submissions(
    connector: PlatformConnector, wanted: CaseSync, listed: Collection[ListedSubmission], key: CaseKey, until: float
) -> list[OpenedSubmission]:
    """Fetch and open submissions, one at least, as long as the caller waits and the platform answers.

    One telephone's submission is opened once: a platform that serves it under many names, with a proof for each guess of
    what it says, would learn from what is taken over which guess was right.
    """
    opened: list[OpenedSubmission] = []
    instances: set[str] = set()
    for one in listed:
        if opened and time.monotonic() > until:
            break
        try:
            sealed = _fetch_sealed(connector, wanted.form, one.submission)
        except OutgoingError:
            if not opened:
                raise
            break
        if sealed is None or sealed.instance_id in instances:
            opened.append(OpenedSubmission(one, None, None))
            continue
        instances.add(sealed.instance_id)
        instance = key.derive_id("instance", wanted.source, wanted.form, sealed.instance_id)
        opened.append(OpenedSubmission(one, instance, _open_cells(sealed, wanted.form, key)))
    return opened


def _fetch_sealed(connector: PlatformConnector, uid: str, submission: PlatformSubmission) -> EncryptedSubmission | None:
    try:
        return connector.fetch_encrypted(uid, submission)
    except OutgoingError as error:
        if error.status != GONE and error.status < SERVER_ERROR and error.fault is not OutgoingFault.TOO_LARGE:
            raise
        return None  # one that the platform cannot give is not in the way of the others


def _open_cells(sealed: EncryptedSubmission, form: str, key: CaseKey) -> dict[str, str] | None:
    try:
        answers = open_submission(key.private, sealed, form)
    except UnreadableSubmission:
        return None
    _require_safe_questions(find_unsafe_questions(list(answers)))
    return build_cells(answers)


@transaction.atomic
def _write(
    opened: list[OpenedSubmission],
    listing: FormListing,
    gone: list[UUID],
    wanted: CaseSync,
    form_id: UUID,
    user: Caller,
) -> WrittenCases:
    """Judge the opened submissions by the door of files of cases, and write, change and delete cases.

    `gone` was known before the platform was asked: what another run took over meanwhile is not in this list, and stays.
    """
    readable = [(place, one) for place, one in enumerate(opened, 1) if one.cells is not None]
    staging.create_tables(RAW_COLUMNS)
    staging.copy_records([CELLS], [(place, None, json.dumps(one.cells)) for place, one in readable])
    judge_cases({field: field for _place, one in readable for field in one.cells or ()}, user)
    _create_tables(readable)
    regions = None if user.region_ids is None else list(user.region_ids)
    params = {"formulaire": form_id, "regions": regions, "gone": gone}
    deletes = wanted.changes_known and bool(listing.ids) and not listing.is_nameless
    lock_name(Lock.VBG_CASES)
    SQL.execute("grant_rows")
    with become_case_role():
        repeated = SQL.fetch_column("list_repeated")
    SQL.execute("refuse_rows", {"lines": repeated})
    with become_case_role():
        updated = SQL.execute("update_cases", params) if wanted.changes_known else 0
        imported = SQL.execute("insert_cases", params)
        SQL.execute("remember", params)
        deleted = SQL.execute("delete_cases", params) if deletes else 0
    if imported or updated or deleted:
        write_audit_entry(action=Trace.Action.OPERATION, model=IMPORTED, count=imported + updated + deleted)
    faults: dict[str, int] = SQL.fetch_mapping("list_faults", params)
    if len(readable) < len(opened):
        faults["ouverture"] = faults.get("ouverture", 0) + len(opened) - len(readable)
    told = (*faults, *(["plus_rien"] if wanted.changes_known and not listing.ids else []))
    SQL.execute("drop_tables")
    staging.drop_tables()
    return WrittenCases(imported, updated, deleted, sum(faults.values()), told)


def _create_tables(readable: list[tuple[int, OpenedSubmission]]) -> None:
    SQL.execute("drop_tables")
    columns = {
        "lines": [place for place, _one in readable],
        "ids": [one.listed.id for _place, one in readable],
        "versions": [one.listed.version for _place, one in readable],
        "instances": [one.instance for _place, one in readable],
    }
    SQL.execute("create_read", columns)


def _return_statuses(wanted: CaseSync, listing: FormListing, form_id: UUID, until: float) -> str | None:
    """Tell the platform which submissions are taken over, and nothing of the others; return why it could not be told.

    What is not told in time is told by the next synchronisation.
    """
    known = list_known(form_id)
    pending = {identity: number for identity, number in listing.untold.items() if identity in known}
    told: list[UUID] = []
    try:
        with open_platform(wanted.source) as connector:
            for identity, number in pending.items():
                if told and time.monotonic() > until:
                    break
                _approve(connector, wanted.form, number)
                told.append(identity)
    except Problem as problem:
        return " ".join(problem.describe())
    finally:
        if told:
            with become_case_role():
                SQL.execute("mark_told", {"ids": told})
    return None


def _approve(connector: PlatformConnector, form: str, number: str) -> None:
    """Say that a submission is taken over. One that is gone by now needs no status."""
    try:
        connector.write_status(form, number, "approuve")
    except OutgoingError as error:
        if error.status != GONE:
            raise
