"""Define the plain data of mass operations."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from config.errors.problems import Problem

# Maps the id of each household that was found to None (done) or to the reason of its refusal.
Verdicts = dict[UUID, Problem | None]


@dataclass(frozen=True)
class MassOperation:
    """Hold a mass operation: its name, required permission and function `run(ids=[…], user=…, **options)`.

    The ids that `run` gets are distinct; `options` are JSON values, because they may be stored with a job.
    """

    name: str
    permission: str
    run: Callable[..., Verdicts]
