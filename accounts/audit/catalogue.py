"""What is audited: one `Trail` a table. Apps list theirs in `<app>/trails.py`, for the migration that makes the triggers
(`triggers.track`) and for `register` at start-up; what is left out says why (`exempt`). A test compares both with all models.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

VERBS: Final = ("insert", "update", "delete", "truncate")


@dataclass(frozen=True)
class Trail:
    """How a table is audited, and who reads it. `model` is what the API calls it.

    `root` is the column with the id of the object whose history the row belongs to, `region` an SQL expression over
    the row, written with `{row}`. Of a `secret` column only is told that it changed; a change of `ignored` columns
    alone leaves no trace; `derived` ones are left out; of `shapes` (boundaries) a digest is kept. `read` is the permission that shows the values,
    `guarded` further ones by column; with `confidential` the whole row is shown to nobody without `read`. Of a table
    that is derived but decided upon, only some `verbs` are audited.
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


TRAILS: Final[dict[str, Trail]] = {}
EXEMPT: Final[dict[str, str]] = {}


def register(trails: Iterable[Trail]) -> None:
    """Declare audited tables (from an app's `hooks.py`)."""
    TRAILS.update({trail.model: trail for trail in trails})


def exempt(reasons: Mapping[str, str]) -> None:
    """Declare tables that are not audited, each with the reason."""
    EXEMPT.update(reasons)
