"""Define the events of a household's timeline."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class TimelineEvent:
    """Hold an event: what happened, when, by whom ({id, nom}, or None if by no user), and why (`details`)."""

    date: datetime
    type: str
    title: Any
    by: dict[str, Any] | None = None
    details: dict[str, Any] = field(default_factory=dict)
