"""Declare which rows follow a household when it is merged into another.

Every foreign key to a household is found through the models, so that a table added later is not forgotten.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from config.hooks import Hook
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
    return sorted(found, key=lambda dependent: (dependent.table, dependent.column))


@dataclass(frozen=True)
class MergeSettlement:
    """Resolve conflicts between the rows of two households before these rows belong to one.

    Both households are locked and no row has moved yet when `settle(kept, absorbed)` is called: it changes those rows
    and returns their previous state as JSON, which the merge stores. When the merge is undone, `restore(rows)` restores
    them, after all rows have moved back, and returns whether they were still as `settle` had left them.
    """

    settle: Callable[[UUID, UUID], Sequence[Mapping[str, Any]]]
    restore: Callable[[list[Any]], bool]


# Settlements of upper apps, under the names by which merges store the rows.
merge_settlements = Hook[MergeSettlement]("settlements between merged households")
