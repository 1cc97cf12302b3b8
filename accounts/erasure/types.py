"""Define the subject and the result of an erasure."""

from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True)
class ErasureSubject:
    """Describe the person to erase.

    Holds the household's id, its region, the words that identify it (names, telephones, codes), and the objects whose
    change history is its own: the household and those merged into it.
    """

    id: UUID
    region_id: UUID | None
    words: tuple[str, ...]
    roots: tuple[UUID, ...]


@dataclass
class ErasureResult:
    """Hold the id of the audit entry, the erased rows by place and, by table, the rows that have one of the words."""

    entry_id: UUID
    done: dict[str, int] = field(default_factory=dict)
    remaining: dict[str, int] = field(default_factory=dict)
