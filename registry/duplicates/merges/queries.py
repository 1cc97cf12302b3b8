"""Find the tables whose rows follow a household when it is merged into another.

Every foreign key to a household is found through the models, so that a table added later is not forgotten.
"""

from dataclasses import dataclass
from typing import Any, Final

from registry.households.models import Household

# Tables whose rows are not moved: they are derived again for the kept household, or are the absorbed one's history, and
# stay in the archive.
UNMOVED_TABLES: Final = frozenset({"registry_doublon", "registry_mouvement_collecte"})
# A member whom the kept household already lists is not listed twice: same name, age within two years, and no other sex.
NEW_MEMBER: Final = """NOT EXISTS (
  SELECT FROM registry_membre_menage AS there
  WHERE there.menage_id = %(conserve)s AND name_key(there.nom_complet) = name_key(dependent.nom_complet)
    AND coalesce(there.sexe = dependent.sexe, true) AND coalesce(abs(there.age - dependent.age) <= 2, true))"""


@dataclass(frozen=True)
class DependentTable:
    """Describe a table whose `column` refers to a household and whose `key` identifies a row.

    `condition` says which rows move (alias `dependent`).
    """

    table: str
    column: str = "menage_id"
    key: str = "id"
    condition: str = "true"


def list_dependent_tables() -> list[DependentTable]:
    """Return all tables whose rows move, in a fixed order: two merges lock them in the same order."""
    found = []
    relation: Any
    for relation in Household._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and relation.one_to_many):
            continue
        model: Any = relation.related_model
        table = model._meta.db_table
        if table not in UNMOVED_TABLES:
            condition = NEW_MEMBER if table == "registry_membre_menage" else "true"
            found.append(DependentTable(table, relation.field.column, model._meta.pk.column, condition))
    return sorted(found, key=lambda dependent: (dependent.table, dependent.column))
