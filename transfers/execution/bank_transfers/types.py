"""Define what a message to a bank holds."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class MessagePart:
    """Hold which attempts of a run one message pays: `size` of them from `part` times `size` on, by their references.

    `numero` counts the messages of a cycle at a bank; `waiting` its transfers without an outcome, `prepared` those that
    are not sent yet.
    """

    numero: int
    execution_id: UUID
    part: int
    size: int
    waiting: int
    prepared: int
