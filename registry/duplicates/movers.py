"""Declare which rows follow a household when it is merged into another.

Every foreign key to a household is found through the models, so that a table added later is not forgotten. A table
which refers to households without a foreign key is declared in its app's `hooks.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from registry.households.models import Household

# Tables whose rows are not moved: they are derived again for the kept household, or are the absorbed one's history, and
# stay in the archive.
STAY: Final = frozenset({"registry_doublon", "registry_mouvement_collecte"})
# A member whom the kept household already lists is not listed twice: same name, age within two years, and no other sex.
NEW_PERSON: Final = """NOT EXISTS (
  SELECT FROM registry_membre_menage AS there
  WHERE there.menage_id = %(conserve)s AND name_key(there.nom_complet) = name_key(hangs.nom_complet)
    AND coalesce(there.sexe = hangs.sexe, true) AND coalesce(abs(there.age - hangs.age) <= 2, true))"""


@dataclass(frozen=True)
class DependentTable:
    """Describe a table whose `column` refers to a household and whose `key` identifies a row.

    `only` is a condition on the rows which move (alias `hangs`).
    """

    table: str
    column: str = "menage_id"
    key: str = "id"
    only: str = "true"


_declared: list[DependentTable] = []


def register_dependent_table(table: str, column: str, key: str = "id") -> None:
    """Register a table which refers to households in a column without a foreign key."""
    _declared.append(DependentTable(table, column, key))


def list_dependent_tables() -> list[DependentTable]:
    """Return all tables whose rows move, in a fixed order: two merges lock them in the same order."""
    found = []
    for field in Household._meta.get_fields(include_hidden=True):
        if not (field.auto_created and field.one_to_many):
            continue
        model: Any = field.related_model
        reference: Any = field.field  # type: ignore[union-attr]
        table = model._meta.db_table
        if table not in STAY:
            only = NEW_PERSON if table == "registry_membre_menage" else "true"
            found.append(DependentTable(table, reference.column, model._meta.pk.column, only))
    return sorted([*found, *_declared], key=lambda mover: (mover.table, mover.column))


@dataclass(frozen=True)
class MergeSettlement:
    """Resolve conflicts between the rows of two households before these rows belong to one.

    Both households are locked and no row has moved yet when `give_way(kept, absorbed)` is called: it changes those rows
    and returns their previous state as JSON, which the merge stores. When the merge is undone, `come_back(rows)`
    restores them, after all rows have moved back, and returns whether they were still as `exit_displaced_principals` had left them.
    """

    name: str
    give_way: Callable[[UUID, UUID], list[dict[str, Any]]]
    come_back: Callable[[list[dict[str, Any]]], bool]


SETTLEMENTS: Final[list[MergeSettlement]] = []


def register_settlement(settlement: MergeSettlement) -> None:
    """Register a settlement of an upper app (from its `hooks.py`)."""
    SETTLEMENTS.append(settlement)
