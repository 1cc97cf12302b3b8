"""Build the timeline of a household: all its events in order, with their reasons.

Each source yields the events of one household; upper apps register theirs from their `hooks.py`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from registry.households.models import Household


@dataclass(frozen=True)
class TimelineEvent:
    """Hold an event: what happened, when, by whom ({id, nom}, or None if by no user), and why (`details`)."""

    date: datetime
    type: str
    title: Any
    by: dict[str, Any] | None = None
    details: dict[str, Any] = field(default_factory=dict)


# source(household, user) yields the events of a household that `user` may see.
Source = Callable[[Household, Any], Iterable[TimelineEvent]]
_sources: dict[str, Source] = {}


def register_event_source(name: str, source: Source) -> None:
    """Register a source of events of households. Raises ValueError if the name is registered already."""
    if name in _sources:
        raise ValueError(f"the source {name} is registered already")
    _sources[name] = source


def build_timeline(household: Household, user: Any) -> list[dict[str, Any]]:
    """Return the events that `user` can see, oldest first: {date, type, source, titre, par, details}."""
    told = [(event.date, name, event) for name, source in _sources.items() for event in source(household, user)]
    return [
        {
            "date": date,
            "type": event.type,
            "source": name,
            "titre": str(event.title),
            "par": event.by,
            "details": event.details,
        }
        for date, name, event in sorted(told, key=lambda item: item[0])
    ]
