"""Describe which tables are audited, and how."""

from collections.abc import Mapping
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


@dataclass(frozen=True)
class GuardedEntries:
    """Describe entries that are written by hand and of which the trail must not tell everybody everything.

    Users without `read` do not see them. With `told` those who see the whole country do: who it was and when, and of the
    details only those keys, but not of which object or region, nor of how many.
    """

    read: str
    told: tuple[str, ...] = ()
