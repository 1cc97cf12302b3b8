"""Hold the types of events that webhooks can receive."""

from dataclasses import dataclass

from django.utils.functional import Promise

from config.hooks import Hook


@dataclass(frozen=True)
class EventType:
    """Describe a type of event: its label, and the keys of its data, which are ids, codes and counts."""

    label: str | Promise
    fields: tuple[str, ...]


# By type, such as `menage.cree`.
event_types = Hook[EventType]("types of events")
