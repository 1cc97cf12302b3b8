"""Hold what an import from a survey platform is to read, and the people of a submission."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, Final

from registry.survey_platforms.api import FormKey

USAGE: Final = "menages"


@dataclass(frozen=True)
class PlatformImport:
    """Describe a platform import.

    `mapping` has the path of a question for each column (or `split_position`); with `skips_duplicates`, duplicates are
    left out without an error; `since` excludes submissions before that day.
    """

    source: str
    form: str
    mapping: dict[str, str]
    skips_duplicates: bool
    since: date | None

    @property
    def form_key(self) -> FormKey:
        return FormKey(USAGE, self.source, self.form)

    @property
    def earliest_submission(self) -> datetime | None:
        return datetime.combine(self.since, time.min, tzinfo=UTC) if self.since else None


@dataclass
class SubmissionPeople:
    """Hold the people of one submission as answered.

    `head` is the first person whose relationship is head; `heads` counts all of them.
    """

    head: dict[str, str] | None = None
    heads: int = 0
    members: list[dict[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChosenSubmission:
    """Hold a submission to import: its line, the code of its household if known, its raw JSON text, and its date."""

    ligne: int
    code: str | None
    contenu: str
    date: str | None


@dataclass(frozen=True, slots=True)
class SubmissionError:
    """Hold an error of a submission (its root id); `total` is the number of all errors."""

    racine: str
    ligne: int
    colonne: str | None
    code: str
    details: dict[str, Any]
    total: int
