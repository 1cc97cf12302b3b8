"""What hangs on a household and goes along when it becomes part of another.

Every foreign key to a household is found by itself: a table that somebody adds later is not lost. A table that names
households without a foreign key is declared from its app's `hooks.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from registry.households.models import Household

# Made anew for the household that is left, or its own history: they stay with the archive.
STAY: Final = frozenset({"registry_doublon", "registry_mouvement_collecte"})
# A person whom the kept household lists already is not listed twice: the same name, about the same age, not another sex.
NEW_PERSON: Final = """NOT EXISTS (
  SELECT FROM registry_membre_menage AS there
  WHERE there.menage_id = %(conserve)s AND name_key(there.nom_complet) = name_key(hangs.nom_complet)
    AND coalesce(there.sexe = hangs.sexe, true) AND coalesce(abs(there.age - hangs.age) <= 2, true))"""


@dataclass(frozen=True)
class Mover:
    """A table whose `column` names a household, and `key` a row; `only` says which rows go along (alias `hangs`)."""

    table: str
    column: str = "menage_id"
    key: str = "id"
    only: str = "true"


_declared: list[Mover] = []


def register_mover(table: str, column: str, key: str = "id") -> None:
    """Declare a table that names households in a column without a foreign key."""
    _declared.append(Mover(table, column, key))


def movers() -> list[Mover]:
    """All tables whose rows go along, in a fixed order: two merges lock them alike."""
    found = []
    for field in Household._meta.get_fields(include_hidden=True):
        if not (field.auto_created and field.one_to_many):
            continue
        model: Any = field.related_model
        reference: Any = field.field  # type: ignore[union-attr]
        table = model._meta.db_table
        if table not in STAY:
            only = NEW_PERSON if table == "registry_membre_menage" else "true"
            found.append(Mover(table, reference.column, model._meta.pk.column, only))
    return sorted([*found, *_declared], key=lambda mover: (mover.table, mover.column))


@dataclass(frozen=True)
class Settlement:
    """What must give way before the rows of two households hang on one (both are locked, nothing has moved yet).

    `give_way(kept, absorbed)` changes those rows and answers what they were, as JSON; the merge remembers it.
    `come_back(those)` puts them back when the merge is undone, after all has moved back, and answers whether they were
    still as they had been left.
    """

    name: str
    give_way: Callable[[UUID, UUID], list[dict[str, Any]]]
    come_back: Callable[[list[dict[str, Any]]], bool]


SETTLEMENTS: Final[list[Settlement]] = []


def register_settlement(settlement: Settlement) -> None:
    """Declare what an upper app settles between two households (from its `hooks.py`)."""
    SETTLEMENTS.append(settlement)
