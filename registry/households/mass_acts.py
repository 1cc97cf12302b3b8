"""Define the mass operations of the registry itself: deletion."""

from typing import Any, Final
from uuid import UUID

from config.errors.problems import blocked_by_dependencies
from registry.households.dependencies import count_dependencies
from registry.households.mass import MassOperation, Verdicts, lock_visible_households
from registry.households.queries import SQL
from registry.households.services import describe_dependencies
from registry.projects.api import find_closed_projects


def delete_households(*, ids: list[UUID], user: Any) -> Verdicts:
    """Delete those households that `user` can see, that nothing refers to and whose project accepts changes.

    The locks are held until the end of the transaction: an insert that refers to one of them waits, and then
    finds that the household no longer exists.
    """
    seen = lock_visible_households(ids, user, "projet_id", deleting=True)
    closed = find_closed_projects()
    open_ids = [row["id"] for row in seen if row["projet_id"] not in closed]
    counts = count_dependencies(open_ids)
    verdicts: Verdicts = {row["id"]: closed.get(row["projet_id"]) for row in seen}
    for identity, found in counts.items():
        if any(found.values()):
            verdicts[identity] = blocked_by_dependencies(describe_dependencies(found))
    SQL.run("delete", {"ids": [identity for identity, problem in verdicts.items() if problem is None]})
    return verdicts


DELETE: Final = MassOperation("supprimer_menages", "registre.supprimer", delete_households)
ACTS: Final = (DELETE,)
