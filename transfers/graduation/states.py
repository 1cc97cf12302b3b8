"""Define the moves of a graduation from one status to the next."""

from dataclasses import dataclass
from typing import Final

from transfers.graduation.models import GraduationStatus as Status


@dataclass(frozen=True)
class Move:
    """Define one move: from any of `sources` to `target`."""

    sources: frozenset[Status]
    target: Status


# A graduation is evaluated anew until it is decided.
EVALUATE: Final = Move(frozenset({Status.PROPOSEE, Status.EVALUEE}), Status.EVALUEE)
APPROVE: Final = Move(frozenset({Status.EVALUEE}), Status.APPROUVEE)
REJECT: Final = Move(frozenset({Status.EVALUEE}), Status.REJETEE)
CANCEL: Final = Move(frozenset(Status) - {Status.ANNULEE}, Status.ANNULEE)
