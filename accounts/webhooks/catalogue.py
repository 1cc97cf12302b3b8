"""Register the types of events that webhooks can receive, and validate their data.

Apps register types from their `hooks.py`. A payload holds ids, codes and counts, nothing else.
"""

import re
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext_lazy as _

ALL: Final = "*"
TEST: Final = "webhook.essai"
TYPE: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
# A code of this service (a state, a kind): the pattern admits no name, address or number of a person.
CODE: Final = re.compile(r"[a-z][a-z0-9_.]{0,59}")


class EventType(NamedTuple):
    """Describe a type of event: its label, and the keys of its data."""

    type: str
    label: Any
    fields: tuple[str, ...]


EVENTS: dict[str, EventType] = {}


def register_event(type: str, label: Any, fields: tuple[str, ...]) -> None:
    """Register a type of event (from a `hooks.py`), such as `menage.cree` with `("menageId",)`. Raises ValueError."""
    if not TYPE.fullmatch(type):
        raise ValueError(type)
    EVENTS[type] = EventType(type, label, fields)


def serialize_event_data(type: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an event as JSON values.

    Raises ValueError for undeclared keys, and for values that are not ids, codes, integers, booleans, null or lists of
    these: what leaves the system is decided where the type is registered. Raises KeyError for an unknown type.
    """
    known = EVENTS[type].fields
    if set(data) - set(known):
        raise ValueError(f"{type}: {sorted(set(data) - set(known))}")
    return {name: _serialize_value(value) for name, value in data.items()}


def _serialize_value(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_serialize_value(item) for item in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, UUID):
        return str(value)
    text = str(value)
    if not CODE.fullmatch(text):
        return str(UUID(text))
    return text


register_event(TEST, _("Essai"), ("webhookId",))
register_event("tache.terminee", _("Une tâche est terminée"), ("jobId", "type", "statut"))
register_event("utilisateur.cree", _("Un compte a été ouvert"), ("userId",))
register_event("utilisateur.modifie", _("Un compte a changé"), ("userId",))
register_event("utilisateur.supprime", _("Un compte a été supprimé"), ("userId",))
