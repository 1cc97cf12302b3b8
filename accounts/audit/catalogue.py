"""Declare which tables are audited, with one `AuditedTable` per table.

Each app lists its tables in `<app>/trails.py` and registers them at start-up (`register_audited_tables`); a migration
creates their triggers (`accounts_audit_table` in the database). A table that is left out is declared with its reason
(`register_unaudited_tables`). Tests compare both lists with all models, and the triggers with this declaration.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

VERBS: Final = ("insert", "update", "delete", "truncate")


@dataclass(frozen=True)
class AuditedTable:
    """Describe how a table is audited and who may read its entries.

    `model` is the name of the table in the API. `root` is the column with the id of the object whose change history
    includes the row. `region` is an SQL expression over the row, written with `{row}`.

    Columns: of a `secret` column only the fact that it changed is stored; a change of `ignored` columns alone creates
    no entry; `derived` columns are left out; of `shapes` (boundaries) a digest is stored.

    Permissions: `read` shows the values, `guarded` requires further permissions by column; with `confidential` the
    whole entry is hidden from users without `read`.

    `verbs` limits auditing to some statements, for a derived table that also holds decisions.
    """

    table: str
    model: str
    read: str
    key: str = "id"
    object: str = "id"
    root: str = "id"
    region: str = "NULL::uuid"
    secret: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ("updated_at",)
    derived: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    guarded: Mapping[str, str] = field(default_factory=dict)
    confidential: bool = False
    verbs: tuple[str, ...] = VERBS


TRAILS: Final[dict[str, AuditedTable]] = {}
EXEMPT: Final[dict[str, str]] = {}


def register_audited_tables(trails: Iterable[AuditedTable]) -> None:
    """Register audited tables (called from an app's `hooks.py`)."""
    TRAILS.update({trail.model: trail for trail in trails})


def register_unaudited_tables(reasons: Mapping[str, str]) -> None:
    """Register tables that are not audited, each with the reason."""
    EXEMPT.update(reasons)
