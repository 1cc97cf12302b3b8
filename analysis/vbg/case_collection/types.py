"""Describe a synchronisation of a form of cases, and what it did."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from registry.survey_platforms.api import PlatformSubmission


@dataclass(frozen=True)
class CaseSync:
    """Describe what to synchronise.

    `changes_known`: an edited submission changes its case, and one that is gone from the platform deletes it.
    `returns_status`: the platform is told which submissions are taken over.
    """

    source: str
    form: str
    changes_known: bool = False
    returns_status: bool = False


@dataclass(frozen=True, slots=True)
class KnownSubmission:
    """Hold what is stored of a submission."""

    id: UUID
    version: UUID
    dit: bool


@dataclass(frozen=True, slots=True)
class ListedSubmission:
    """Hold a submission that the platform lists, under the ids that are made of its own."""

    id: UUID
    version: UUID
    number: str
    submission: PlatformSubmission


@dataclass
class FormListing:
    """Hold what a platform lists of a form.

    `ids` are all of it, `wanted` the submissions to open now (drawn by lot), and `waiting` counts those to open later; `untold` has the
    platform's numbers of those that it was not told of yet. `is_nameless`: some have no identifier.
    """

    ids: set[UUID] = field(default_factory=set)
    wanted: list[ListedSubmission] = field(default_factory=list)
    waiting: int = 0
    untold: dict[UUID, str] = field(default_factory=dict)
    is_nameless: bool = False


@dataclass(frozen=True, slots=True)
class OpenedSubmission:
    """Hold a submission in the clear: its cells by field, or None where it cannot be opened. Only memory has it.

    `instance` is made of the telephone's own id of it.
    """

    listed: ListedSubmission
    instance: UUID | None
    cells: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class WrittenCases:
    """Count what a synchronisation changed, and list the faults of what it left out, each once."""

    imported: int = 0
    updated: int = 0
    deleted: int = 0
    skipped: int = 0
    faults: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionResult:
    """Hold the answer of a synchronisation; numbers are None to who does not read cases (`masque`).

    `reste`: more submissions wait than one request opens; ask again.
    """

    imported: int | None
    updated: int | None
    supprimes: int | None
    skipped: int | None
    masque: bool
    reste: bool
    errors: list[str]
