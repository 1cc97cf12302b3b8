"""Define the rows which the search for duplicates reads and counts."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True)
class DuplicateCandidate:
    """Hold a possible duplicate of a household: its id, the score, and by comparison the level and the bits it adds."""

    autre: UUID
    score: Decimal
    niveaux: dict[str, str]
    apports: dict[str, float]


@dataclass(frozen=True)
class WrittenPairs:
    """Count the pairs found and the certain ones among them, and the rows written, created and deleted."""

    paires: int
    certaines: int
    ecrites: int
    nouvelles: int
    disparues: int
