"""Read a form of a survey platform and store its submissions.

The two steps never overlap. `fetch_submissions` requests the platform and writes to an unnamed file, while no database
transaction is open; `store_submissions` stores that file in the receipts, in the caller's transaction. Callers decide
what to create from the receipts: households (registry.imports), or another feature above.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from typing import IO, Final

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import Problem, not_found
from config.locks import Lock, lock_row
from config.outgoing_http import OutgoingError, OutgoingFault
from config.sql import Queries
from geo.import_engine.progress import ReportProgress
from registry.survey_platforms.connectors import kobo, odk_central
from registry.survey_platforms.connectors.errors import convert_platform_errors
from registry.survey_platforms.connectors.interface import (
    Mark,
    PlatformConnector,
)
from registry.survey_platforms.models import FormCursor
from registry.survey_platforms.types import (
    FetchedSubmissions,
    FormKey,
    ImportTooLarge,
    ReceivedCounts,
    StoreResult,
    merge_marks,
)

SQL: Final = Queries(__file__, "receipts.sql")
CONNECTORS: Final[dict[str, type[kobo.KoboConnector] | type[odk_central.CentralConnector]]] = {
    kobo.KoboConnector.source: kobo.KoboConnector,
    odk_central.CentralConnector.source: odk_central.CentralConnector,
}
# Functions that extract {path: answer} from a raw submission, by platform.
EXTRACT_ANSWERS: Final = {
    kobo.KoboConnector.source: kobo.extract_answers,
    odk_central.CentralConnector.source: odk_central.extract_answers,
}
RECEIVED_COLUMNS: Final = (
    "ordre, racine, instance, numero, soumis_at, modifie_at, statut, supprime, chiffre, version, empreinte, contenu"
)


def require_configured(source: str) -> dict[str, str]:
    """Return the settings of a platform. Raises NOT_CONFIGURED when they are incomplete."""
    values: dict[str, str] = settings.COLLECTORS[source]
    if not all(values.values()):
        raise Problem(
            "NOT_CONFIGURED",
            _("%(name)s (%(code)s) n'est pas configuré.") % {"name": CONNECTORS[source].name, "code": source},
        )
    return values


def find_configured_source() -> str | None:
    """Return the first platform whose settings are complete, or None."""
    return next((source for source, values in settings.COLLECTORS.items() if all(values.values())), None)


def open_connector(source: str) -> PlatformConnector:
    """Return the connector of a platform.

    Raises NOT_CONFIGURED, and UPSTREAM_ERROR for an address that is not allowed.
    """
    values = require_configured(source)
    with convert_platform_errors(CONNECTORS[source].name):
        return CONNECTORS[source](values)


def require_storable(key: FormKey) -> None:
    """Raise NOT_FOUND for a form of cases: a receipt would keep who sent one, and when, beside its identifier."""
    if key.form in settings.VBG_CASE_FORMS:
        raise not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": CONNECTORS[key.source].name})


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

    def __init__(self, awaited_rows: int | None, report: ReportProgress) -> None:
        self.awaited_rows = awaited_rows
        self.report = report
        self.ends = time.monotonic() + settings.COLLECTOR_PATIENCE_SECONDS

    def enforce_limits(self, received: int, expected: int, file: IO[str]) -> None:
        """Report progress and enforce the limits.

        ImportTooLarge, and OutgoingError above COLLECTOR_MAX_ROWS and COLLECTOR_MAX_BYTES.
        """
        if received > settings.COLLECTOR_MAX_ROWS or file.tell() > settings.COLLECTOR_MAX_BYTES:
            raise OutgoingError(OutgoingFault.TOO_LARGE)
        if self.awaited_rows is not None and (
            max(received, expected) > self.awaited_rows or time.monotonic() > self.ends
        ):
            raise ImportTooLarge
        self.report(received, max(received, expected))


@contextmanager
def fetch_submissions(
    key: FormKey, *, since: datetime | None, report: ReportProgress, awaited_rows: int | None = None
) -> Iterator[FetchedSubmissions]:
    """Fetch from the platform what is new since the last run. The fetched exists while the block runs.

    With `awaited_rows`, the caller waits: ImportTooLarge is raised for more submissions than that, or after
    COLLECTOR_PATIENCE_SECONDS. An encrypted form is not read. Raises NOT_CONFIGURED, NOT_FOUND and UPSTREAM_ERROR,
    having changed nothing.
    """
    require_storable(key)
    connector = open_connector(key.source)
    limits = _FetchLimits(awaited_rows, report)
    mark, oldest, sweeping = _plan_fetch(key, since)
    with (
        closing(connector),
        tempfile.TemporaryFile("w+", encoding="utf-8") as file,
        tempfile.TemporaryFile("w+", encoding="utf-8") as living,
    ):
        fetched = FetchedSubmissions(key, file, oldest)
        with convert_platform_errors(connector.name):
            fetched.form = connector.find_form(key.form)
            if not (fetched.form and fetched.form.is_encrypted):
                for page in connector.fetch_pages(key.form, mark, oldest):
                    fetched.add_page(page)
                    limits.enforce_limits(fetched.received + len(fetched.invalid_rows), page.total or 0, file)
                if sweeping:
                    _write_existing_numbers(connector, fetched, living, limits)
        connector.close()
        yield fetched


def _write_existing_numbers(
    connector: PlatformConnector, fetched: FetchedSubmissions, file: IO[str], limits: _FetchLimits
) -> None:
    """Write the numbers of all existing submissions to `file`, where the platform reports deletions in no other way."""
    pages = connector.fetch_existing_numbers(fetched.key.form)
    if pages is None:
        return
    seen = 0
    for numbers in pages:
        file.write("".join(f"{number}\n" for number in numbers))
        seen += len(numbers)
        limits.enforce_limits(max(seen, fetched.received), 0, file)
    fetched.existing_numbers = file


def _copy_submissions(fetched: FetchedSubmissions) -> None:
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop_tables"])
        cursor.execute(SQL["create_tables"])
        fetched.file.seek(0)
        with cursor.copy(f"COPY collecte_recue ({RECEIVED_COLUMNS}) FROM STDIN") as copy:
            for line in fetched.file:
                copy.write_row(json.loads(line))
        if fetched.existing_numbers:
            fetched.existing_numbers.seek(0)
            with cursor.copy("COPY collecte_vivante (numero) FROM STDIN") as copy:
                for line in fetched.existing_numbers:
                    copy.write(line)
        cursor.execute("ANALYZE collecte_recue; ANALYZE collecte_vivante")
        cursor.execute(SQL["create_known_receipts"], fetched.key.build_params())


def store_submissions(fetched: FetchedSubmissions) -> StoreResult:
    """Store a fetched in the receipts and advance the cursor.

    Call it inside a transaction, before any other lock is taken: two synchronisations of one form wait for each other
    at the row lock of its cursor. Storing the same fetched again changes nothing.
    """
    params = fetched.key.build_params()
    known, _created = FormCursor.objects.get_or_create(**params)
    cursor = lock_row(Lock.FORM_CURSORS, FormCursor.objects.filter(id=known.id), no_key=False)
    _copy_submissions(fetched)
    SQL.execute("fill_roots")
    twins = SQL.fetch_column("delete_same_identity", {"swept": fetched.existing_numbers is not None})
    for step in ("delete_repeated", "analyse_received"):
        SQL.execute(step)
    counts = SQL.fetch_object(ReceivedCounts, "count_received")
    SQL.execute("upsert_receipts", params)
    deleted = SQL.execute("mark_deleted")
    if fetched.existing_numbers:
        deleted += SQL.execute("mark_missing")
    now = timezone.now()
    cursor.marque = merge_marks(cursor.marque, fetched.mark)
    cursor.depuis = fetched.since
    cursor.synchronise_at = now
    if fetched.existing_numbers or cursor.balaye_at is None:
        cursor.balaye_at = now
    cursor.save()
    return StoreResult(
        counts.received,
        counts.encrypted,
        counts.orphaned,
        deleted,
        tuple(sorted(set(twins))),
    )
