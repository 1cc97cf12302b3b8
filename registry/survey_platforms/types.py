"""Hold what was fetched from a platform, and what storing it changed."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any

from registry.survey_platforms.connectors.interface import (
    Mark,
    PlatformForm,
    PlatformSubmission,
    SubmissionPage,
    compute_digest,
    serialize_canonical_json,
)


class ImportTooLarge(Exception):
    """Signal more submissions, or a longer wait, than the caller accepts."""


@dataclass(frozen=True)
class FormKey:
    """Identify a form of a platform and the purpose for which it is read."""

    usage: str
    source: str
    form: str

    def build_params(self) -> dict[str, Any]:
        return {"usage": self.usage, "source": self.source, "formulaire": self.form}


@dataclass
class FetchedSubmissions:
    """Hold what was fetched from a platform.

    `file` has the submissions, one JSON list per line; `existing_numbers` the existing numbers, if they were requested;
    `invalid_rows` lists rows that are not submissions. If `since` is set, nothing older was requested.
    """

    key: FormKey
    file: IO[str]
    since: datetime | None
    form: PlatformForm | None = None
    received: int = 0
    mark: Mark = field(default_factory=dict)
    invalid_rows: list[str | None] = field(default_factory=list)
    existing_numbers: IO[str] | None = None

    def add_page(self, page: SubmissionPage) -> None:
        for one in page.submissions:
            self.received += 1
            self.file.write(json.dumps(_build_row(self.received, one)) + "\n")
        self.invalid_rows += page.invalid_rows
        self.mark = merge_marks(self.mark, page.mark)


@dataclass(frozen=True, slots=True)
class ReceivedCounts:
    """Count the submissions received, the encrypted ones, and changed ones of a target that is gone."""

    received: int
    encrypted: int
    orphaned: int


@dataclass(frozen=True)
class StoreResult:
    """Count what storing a fetched changed.

    `received` submissions, of which `encrypted`; `orphaned`: changed submissions of a target that was deleted or merged
    here; `deleted`: submissions found deleted on the platform; `twins`: numbers of submissions left out because another
    has the same identity.
    """

    received: int
    encrypted: int
    orphaned: int
    deleted: int
    twins: tuple[int, ...] = ()


def _build_row(place: int, one: PlatformSubmission) -> list[Any]:
    moments = [moment.isoformat() if moment else None for moment in (one.submitted, one.changed)]
    return [
        place,
        one.root_id,
        one.instance_id,
        one.number,
        *moments,
        one.status,
        one.is_deleted,
        one.is_encrypted,
        compute_digest(one.answers),
        compute_digest(one.payload),
        serialize_canonical_json(one.payload),
    ]


def merge_marks(one: Mark, other: Mark) -> Mark:
    """Return the farther of two marks, name by name."""
    return {name: max(found[name] for found in (one, other) if name in found) for name in one | other}
