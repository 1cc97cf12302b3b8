"""What a platform of data collection is to the rest of the house: one interface, whatever it speaks on the wire."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Protocol

LONGEST_ID: Final = 255

# Where the platform's reader stands: the greatest numbers and moments seen in its own data, by name.
Mark = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """A form. `encrypted`: its submissions cannot be read."""

    uid: str
    name: str
    description: str | None
    status: str | None
    submissions: int
    created: datetime | None
    modified: datetime | None
    encrypted: bool = False


@dataclass(frozen=True)
class Field:
    """A question of a form; `name` is its path (`group/question`), which a mapping names."""

    name: str
    label: str | None
    type: str
    required: bool
    choices: list[dict[str, str | None]] | None = None


@dataclass(frozen=True)
class Submission:
    """One submission. `root` stays the same when it is edited (None: the platform does not tell it), `instance`
    changes; `number` is the platform's own; `status` a code of STATUSES; `answers` as in `Connector.answers`."""

    root: str | None
    instance: str | None
    number: int | None
    submitted: datetime | None
    changed: datetime | None
    status: str
    deleted: bool
    encrypted: bool
    answers: dict[str, Any]
    payload: dict[str, Any]


@dataclass(frozen=True)
class Page:
    """One answer of a platform. `total` is its own count of what is asked for, when it tells; `broken` names the
    rows that are no submission (their number, or nothing); `mark` is how far this page goes."""

    submissions: list[Submission]
    total: int | None = None
    broken: list[str | None] = field(default_factory=list)
    mark: Mark = field(default_factory=dict)


# received, approved, refused, to be looked at again, edited, gone from the platform
STATUSES: Final = ("recu", "approuve", "rejete", "a_revoir", "modifie", "supprime")


class Connector(Protocol):
    """A platform. Every method raises OutgoingError when the platform gives no usable answer."""

    source: str
    name: str

    def forms(self) -> list[Form]:
        """The forms that the account sees."""

    def form(self, uid: str) -> Form | None:
        """One form, None when the platform does not list it."""

    def fields(self, uid: str) -> list[Field]:
        """The questions of a form."""

    def pages(self, uid: str, mark: Mark, since: datetime | None) -> Iterator[Page]:
        """New, edited, re-judged and deleted submissions since `mark`, with an overlap; with an empty mark all that
        came at or after `since`."""

    def living(self, uid: str) -> Iterator[list[int]] | None:
        """The numbers of all submissions that exist; None where deletions come with `pages`."""

    def close(self) -> None:
        """Give the connection back."""


def canonical(value: Any) -> str:
    """JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: Any) -> str:
    """SHA-256 of a JSON value."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def text(value: Any) -> str | None:
    """A short text that says something, else None."""
    return value.strip()[:LONGEST_ID] if isinstance(value, str) and value.strip() else None


def identity(value: Any) -> str | None:
    """A submission's id without its `uuid:`; None for what is none."""
    bare = value.removeprefix("uuid:").strip() if isinstance(value, str) else ""
    readable = bare.isprintable() and "\ufffd" not in bare
    return bare if 0 < len(bare) <= LONGEST_ID and readable else None


def number(value: Any) -> int:
    """A count that the platform tells, 0 when it does not."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def moment(value: Any) -> datetime | None:
    """An ISO moment, UTC when it names no zone; None for what is none."""
    try:
        read = datetime.fromisoformat(value)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
