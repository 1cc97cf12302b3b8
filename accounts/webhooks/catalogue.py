"""What webhooks tell of. Apps fill it from their `hooks.py`; a payload holds ids, codes and counts, nothing else."""

import re
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext_lazy as _

ALL: Final = "*"
TEST: Final = "webhook.essai"
TYPE: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
# A code of this service (a state, a kind): nothing that could be a person's name, address or number.
CODE: Final = re.compile(r"[a-z][a-z0-9_.]{0,59}")


class EventType(NamedTuple):
    """A type of event, how it is called, and the keys of its data."""

    type: str
    label: Any
    fields: tuple[str, ...]


EVENTS: dict[str, EventType] = {}


def register_event(type: str, label: Any, fields: tuple[str, ...]) -> None:
    """Declare a type of event (from a `hooks.py`), such as `menage.cree` with `("menageId",)`."""
    if not TYPE.fullmatch(type):
        raise ValueError(type)
    EVENTS[type] = EventType(type, label, fields)


def payload(type: str, data: dict[str, Any]) -> dict[str, Any]:
    """The data of an event as JSON. Raises ValueError for what is no id, code, number or list of these, or for keys
    that are not declared: what is told outside is decided where the type is declared."""
    known = EVENTS[type].fields
    if set(data) - set(known):
        raise ValueError(f"{type}: {sorted(set(data) - set(known))}")
    return {name: _value(value) for name, value in data.items()}


def _value(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_value(item) for item in value]
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
