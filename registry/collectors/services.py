"""Read a form of a survey platform and store its submissions.

The two steps never overlap. `fetch_submissions` requests the platform and writes to an unnamed file, while no database
transaction is open; `store_submissions` stores that file in the receipts, in the caller's transaction. Callers decide what to create
from the receipts: households (registry.imports), or another feature above.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import Problem
from config.locks import Lock, lock_row
from config.outgoing_http import OutgoingError, OutgoingFault
from config.sql import Queries
from registry.collectors import central, kobo
from registry.collectors.faults import convert_platform_errors
from registry.collectors.models import FormCursor
from registry.collectors.platforms import (
    Mark,
    PlatformConnector,
    PlatformForm,
    PlatformSubmission,
    SubmissionPage,
    compute_digest,
    serialize_canonical_json,
)

SQL: Final = Queries(__file__, "collectors.sql")
PLATFORMS: Final[dict[str, type[kobo.KoboConnector] | type[central.CentralConnector]]] = {
    kobo.KoboConnector.source: kobo.KoboConnector,
    central.CentralConnector.source: central.CentralConnector,
}
# Functions that extract {path: answer} from a raw submission, by platform.
ANSWERS: Final = {
    kobo.KoboConnector.source: kobo.extract_answers,
    central.CentralConnector.source: central.extract_answers,
}
RECEIVED: Final = (
    "ordre, racine, instance, numero, soumis_at, modifie_at, statut, supprime, chiffre, version, empreinte, contenu"
)
At = Callable[[int, int], None]


class ImportTooLarge(Exception):
    """Signal more submissions, or a longer wait, than the caller accepts."""


@dataclass(frozen=True)
class FormKey:
    """Identify a form of a platform and the purpose for which it is read."""

    usage: str
    source: str
    form: str

    def params(self) -> dict[str, Any]:
        return {"usage": self.usage, "source": self.source, "formulaire": self.form}


@dataclass
class FetchedSubmissions:
    """Hold what was fetched from a platform.

    `file` has the submissions, one JSON list per line; `living` the existing numbers, if they were requested; `broken`
    lists rows that are not submissions. If `since` is set, nothing older was requested.
    """

    key: FormKey
    file: IO[str]
    since: datetime | None
    form: PlatformForm | None = None
    received: int = 0
    mark: Mark = field(default_factory=dict)
    broken: list[str | None] = field(default_factory=list)
    living: IO[str] | None = None

    def add(self, page: SubmissionPage) -> None:
        for one in page.submissions:
            self.received += 1
            self.file.write(json.dumps(_build_row(self.received, one)) + "\n")
        self.broken += page.broken
        self.mark = merge_marks(self.mark, page.mark)


@dataclass(frozen=True)
class StoreResult:
    """Count what storing a haul changed.

    `received` submissions, of which `encrypted`; `gone`: changed submissions of a target that was deleted or merged
    here; `deleted`: submissions found deleted on the platform; `twins`: numbers of submissions left out because another
    has the same identity.
    """

    received: int
    encrypted: int
    gone: int
    deleted: int
    twins: tuple[int, ...] = ()


def _build_row(place: int, one: PlatformSubmission) -> list[Any]:
    moments = [at.isoformat() if at else None for at in (one.submitted, one.changed)]
    return [
        place, one.root, one.instance, one.number, *moments, one.status, one.deleted, one.encrypted,
        compute_digest(one.answers), compute_digest(one.payload), serialize_canonical_json(one.payload),
    ]  # fmt: skip


def merge_marks(one: Mark, other: Mark) -> Mark:
    """Return the farther of two marks, name by name."""
    return {name: max(found[name] for found in (one, other) if name in found) for name in one | other}


def require_configured(source: str) -> dict[str, str]:
    """Return the settings of a platform. Raises NOT_CONFIGURED when they are incomplete."""
    values: dict[str, str] = settings.COLLECTORS[source]
    if not all(values.values()):
        raise Problem(
            "NOT_CONFIGURED",
            _("%(name)s (%(code)s) n'est pas configuré.") % {"name": PLATFORMS[source].name, "code": source},
        )
    return values


def open_connector(source: str) -> PlatformConnector:
    """Return the connector of a platform.

    Raises NOT_CONFIGURED, and UPSTREAM_ERROR for an address that is not allowed.
    """
    values = require_configured(source)
    with convert_platform_errors(PLATFORMS[source].name):
        return PLATFORMS[source](values)


def _plan_fetch(key: FormKey, since: datetime | None) -> tuple[Mark, datetime | None, bool]:
    """Return the mark to read from, the oldest time to request, and whether to compare ids to detect deletions."""
    cursor = FormCursor.objects.filter(usage=key.usage, source=key.source, formulaire=key.form).first()
    covered = cursor is not None and (cursor.depuis is None or (since is not None and since >= cursor.depuis))
    if cursor is None or not cursor.marque or not covered:
        return {}, since, False
    due = cursor.balaye_at is None or cursor.balaye_at <= timezone.now() - timedelta(
        hours=settings.COLLECTOR_SWEEP_HOURS
    )
    return cursor.marque, cursor.depuis, due


class _FetchLimits:
    """Limit the time that a caller waits and the amount of data that a platform may send."""

    def __init__(self, most: int | None, at: At) -> None:
        self.most = most
        self.at = at
        self.ends = time.monotonic() + settings.COLLECTOR_PATIENCE_SECONDS

    def check(self, received: int, expected: int, file: IO[str]) -> None:
        """Report progress and enforce the limits.

        Raises TooLong, and OutgoingError above COLLECTOR_MAX_ROWS and COLLECTOR_MAX_BYTES.
        """
        if received > settings.COLLECTOR_MAX_ROWS or file.tell() > settings.COLLECTOR_MAX_BYTES:
            raise OutgoingError(OutgoingFault.TOO_LARGE)
        if self.most is not None and (max(received, expected) > self.most or time.monotonic() > self.ends):
            raise ImportTooLarge
        self.at(received, max(received, expected))


@contextmanager
def fetch_submissions(
    key: FormKey, *, since: datetime | None, at: At, most: int | None = None
) -> Iterator[FetchedSubmissions]:
    """Fetch from the platform what is new since the last run. The haul exists while the block runs.

    With `most`, the caller waits: TooLong is raised for more submissions than that, or after
    COLLECTOR_PATIENCE_SECONDS. An encrypted form is not read. Raises NOT_CONFIGURED, NOT_FOUND and UPSTREAM_ERROR,
    having changed nothing.
    """
    connector = open_connector(key.source)
    limits = _FetchLimits(most, at)
    mark, oldest, sweeping = _plan_fetch(key, since)
    with (
        closing(connector),
        tempfile.TemporaryFile("w+", encoding="utf-8") as file,
        tempfile.TemporaryFile("w+", encoding="utf-8") as living,
    ):
        haul = FetchedSubmissions(key, file, oldest)
        with convert_platform_errors(connector.name):
            haul.form = connector.form(key.form)
            if not (haul.form and haul.form.encrypted):
                for page in connector.pages(key.form, mark, oldest):
                    haul.add(page)
                    limits.check(haul.received + len(haul.broken), page.total or 0, file)
                if sweeping:
                    _write_existing_numbers(connector, haul, living, limits)
        connector.close()
        yield haul


def _write_existing_numbers(
    connector: PlatformConnector, haul: FetchedSubmissions, file: IO[str], limits: _FetchLimits
) -> None:
    """Write the numbers of all existing submissions to `file`, where the platform reports deletions in no other way."""
    pages = connector.living(haul.key.form)
    if pages is None:
        return
    seen = 0
    for numbers in pages:
        file.write("".join(f"{number}\n" for number in numbers))
        seen += len(numbers)
        limits.check(max(seen, haul.received), 0, file)
    haul.living = file


def _copy_submissions(haul: FetchedSubmissions) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop"])
        cursor.execute(SQL["create"])
        haul.file.seek(0)
        with cursor.copy(f"COPY collecte_recue ({RECEIVED}) FROM STDIN") as copy:
            for line in haul.file:
                copy.write_row(json.loads(line))
        if haul.living:
            haul.living.seek(0)
            with cursor.copy("COPY collecte_vivante (numero) FROM STDIN") as copy:
                for line in haul.living:
                    copy.write(line)
        cursor.execute("ANALYZE collecte_recue; ANALYZE collecte_vivante")
        cursor.execute(SQL["known"], haul.key.params())


def store_submissions(haul: FetchedSubmissions) -> StoreResult:
    """Store a haul in the receipts and advance the cursor.

    Call it inside a transaction, before any other lock is taken: two synchronisations of one form wait for each other
    at the row lock of its cursor. Storing the same haul again changes nothing.
    """
    params = haul.key.params()
    known, _created = FormCursor.objects.get_or_create(**params)
    cursor = lock_row(Lock.FORM_CURSORS, FormCursor.objects.filter(id=known.id), no_key=False)
    _copy_submissions(haul)
    SQL.run("find_roots")
    twins = SQL.rows("part_twins", {"swept": haul.living is not None})
    for step in ("keep_last", "analyse"):
        SQL.run(step)
    facts = SQL.one("facts")
    SQL.run("keep", params)
    deleted = SQL.run("mark_deleted")
    if haul.living:
        deleted += SQL.run("sweep")
    now = timezone.now()
    cursor.marque = merge_marks(cursor.marque, haul.mark)
    cursor.depuis = haul.since
    cursor.synchronise_at = now
    if haul.living or cursor.balaye_at is None:
        cursor.balaye_at = now
    cursor.save()
    return StoreResult(
        facts["received"], facts["encrypted"], facts["gone"], deleted, tuple(sorted({row["numero"] for row in twins}))
    )
