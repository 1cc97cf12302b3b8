"""Describe a synchronisation of a form, and what it did."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final

from registry.survey_platforms.api import FormKey

USAGE: Final = "services_vbg"


@dataclass(frozen=True)
class ServiceSync:
    """Describe what to synchronise: a form, and the question that fills each field (`mapping`).

    `changes_known`: an edited submission changes its service, and a deleted one closes it. `skips_duplicates`: a
    duplicate is left out without an error. `returns_status`: the platform is told what was taken over.
    """

    source: str
    form: str
    mapping: Mapping[str, str]
    changes_known: bool = False
    skips_duplicates: bool = True
    returns_status: bool = False
    since: date | None = None

    @property
    def form_key(self) -> FormKey:
        return FormKey(USAGE, self.source, self.form)

    @property
    def earliest_submission(self) -> datetime | None:
        return datetime.combine(self.since, time.min, tzinfo=UTC) if self.since else None


@dataclass(frozen=True, slots=True)
class ChosenContent:
    """Hold the line and the raw answers (JSON text) of a submission."""

    ligne: int
    contenu: str


@dataclass(frozen=True, slots=True)
class SubmissionFault:
    """Hold the first fault of a submission; `total` counts all submissions with one."""

    racine: str
    faute: str
    total: int


@dataclass(frozen=True, slots=True)
class SubmissionError:
    """Say what is wrong with a submission, or with the form as a whole when `submission` is None."""

    submission: str | None
    message: str


@dataclass(frozen=True, slots=True)
class WrittenCounts:
    """Count the submissions that became a service and those that changed one."""

    imported: int = 0
    updated: int = 0


@dataclass(frozen=True, slots=True)
class SyncResult:
    """Hold the answer of a synchronisation.

    `supprimees` counts submissions found deleted on the platform, `fermes` the services closed for it, and
    `statuts_renvoyes` the statuses that the platform was told.
    """

    total_records: int
    imported: int
    updated: int
    skipped: int
    supprimees: int
    fermes: int
    errors: list[SubmissionError]
    statuts_renvoyes: int = 0


@dataclass(frozen=True, slots=True)
class PendingStatus:
    """Hold a status that the platform is to be told: its receipt, and the platform's own number of the submission."""

    recu_id: int
    numero: str
    statut: str


@dataclass
class ReturnedStatuses:
    """Count the statuses that the platform was told, and say why it could not be told more."""

    count: int = 0
    error: SubmissionError | None = None
