"""Define the plain data of mass operations."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from config.errors.problems import Problem

# Maps the id of each household that was found to None (done) or to the reason of its refusal.
Verdicts = dict[UUID, Problem | None]


@dataclass(frozen=True, slots=True)
class MassError:
    """Hold why a household (its id as text) was left out."""

    id: str
    message: str


@dataclass(frozen=True, slots=True)
class MassResult:
    """Count the ids of a mass operation, with an error for each that failed, in the order sent."""

    traites: int
    reussis: int
    echoues: int
    erreurs: list[MassError]


@dataclass(frozen=True)
class MassOperation:
    """Hold a mass operation: its name, required permission and function `run(ids=[…], user=…, **options)`.

    The ids that `run` gets are distinct; `options` are JSON values, because they may be stored with a job.
    """

    name: str
    permission: str
    run: Callable[..., Verdicts]
