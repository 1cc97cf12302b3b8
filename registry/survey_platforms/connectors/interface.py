"""Define the interface that all survey platforms share, whatever protocol they use."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Protocol

MAX_ID_LENGTH: Final = 255

# Position up to which a form has been read: the greatest numbers and timestamps seen in the platform's data, by name.
Mark = dict[str, Any]


@dataclass(frozen=True)
class PlatformForm:
    """Represent a form of a platform. If `is_encrypted`, its submissions cannot be read.

    `has_key`: telephones encrypt what they send of it, for a key that the form carries.
    """

    uid: str
    name: str
    description: str | None
    status: str | None
    submissions: int
    created: datetime | None
    modified: datetime | None
    is_encrypted: bool = False
    has_key: bool = False


@dataclass(frozen=True)
class PlatformQuestion:
    """Represent a question of a form. `name` is its path (`group/question`), which mappings refer to."""

    name: str
    label: str | None
    type: str
    required: bool
    choices: list[dict[str, str | None]] | None = None


@dataclass(frozen=True)
class PlatformSubmission:
    """Represent one submission.

    `root_id` stays the same after an edit (None when the platform does not send it), `instance_id` changes; `number` is
    the platform's own number; `status` is one of STATUSES; `answers` maps paths to answers, as returned by the platform
    module's `extract_answers`.
    """

    root_id: str | None
    instance_id: str | None
    number: int | None
    submitted: datetime | None
    changed: datetime | None
    status: str
    is_deleted: bool
    is_encrypted: bool
    answers: dict[str, Any]
    payload: dict[str, Any]


@dataclass(frozen=True)
class EncryptedSubmission:
    """Hold a submission as the telephone encrypted it: the wrapped key and the proof in base64, and the ciphertext.

    `instance_id` is whole (`uuid:…`), since the ciphertext depends on it.
    """

    instance_id: str
    wrapped_key: str
    signature: str
    content: bytes


@dataclass(frozen=True)
class SubmissionPage:
    """Hold one response of a platform.

    `total` is the platform's own count of the requested rows, if it sends one; `invalid_rows` lists the rows that are
    not submissions (their identifier, or None); `mark` is the position after this page.
    """

    submissions: list[PlatformSubmission]
    total: int | None = None
    invalid_rows: list[str | None] = field(default_factory=list)
    mark: Mark = field(default_factory=dict)


# received, approved, refused, to be reviewed again, edited, deleted from the platform
STATUSES: Final = ("recu", "approuve", "rejete", "a_revoir", "modifie", "supprime")
# Those that a review gives: every platform can store them.
REVIEW_STATUSES: Final = ("approuve", "rejete", "a_revoir")


class PlatformConnector(Protocol):
    """Define what a platform provides. Every method raises OutgoingError when the platform sends no usable response."""

    source: str
    name: str

    def list_forms(self) -> list[PlatformForm]:
        """Return the forms visible to the account."""

    def find_form(self, uid: str) -> PlatformForm | None:
        """Return one form, or None when the platform does not list it."""

    def list_fields(self, uid: str) -> list[PlatformQuestion]:
        """Return the questions of a form."""

    def fetch_pages(self, uid: str, mark: Mark, since: datetime | None) -> Iterator[SubmissionPage]:
        """Yield new, edited, reviewed and deleted submissions since `mark`, with an overlap.

        With an empty mark, yield all submissions received at or after `since`.
        """

    def fetch_existing_numbers(self, uid: str) -> Iterator[list[int]] | None:
        """Yield the numbers of all existing submissions; return None where `fetch_pages` includes deletions."""

    def fetch_encrypted(self, uid: str, submission: PlatformSubmission) -> EncryptedSubmission | None:
        """Return an encrypted submission, or None when it is not whole, or has files beside its answers."""

    def write_status(self, uid: str, number: str, status: str) -> None:
        """Set the review status (one of REVIEW_STATUSES) of the submission with the platform's own number or id."""

    def close(self) -> None:
        """Close the connection."""


def serialize_canonical_json(value: Any) -> str:
    """Serialize a value to JSON, always the same for the same value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def compute_digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value in hexadecimal."""
    return hashlib.sha256(serialize_canonical_json(value).encode()).hexdigest()


def clean_text(value: Any) -> str | None:
    """Return a text stripped and cut to MAX_ID_LENGTH characters, or None when it is blank or not a text."""
    return value.strip()[:MAX_ID_LENGTH] if isinstance(value, str) and value.strip() else None


def clean_submission_id(value: Any) -> str | None:
    """Return a submission's id without its `uuid:` prefix, or None when the value is not a usable id."""
    bare = value.removeprefix("uuid:").strip() if isinstance(value, str) else ""
    readable = bare.isprintable() and "\ufffd" not in bare
    return bare if 0 < len(bare) <= MAX_ID_LENGTH and readable else None


def parse_positive_number(value: Any) -> int:
    """Return a positive integer sent by the platform, or 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def parse_datetime(value: Any) -> datetime | None:
    """Parse an ISO datetime to UTC, taken as UTC when it has no time zone; return None for anything else."""
    try:
        read = datetime.fromisoformat(value)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
