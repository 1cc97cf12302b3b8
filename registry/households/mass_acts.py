"""Define the mass operations of the registry itself: deletion, and enrolment through the transfers app."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from config.errors.problems import Problem, blocked_by_dependencies, not_found
from registry.households.dependencies import count_dependencies
from registry.households.former import find_successor_codes
from registry.households.mass import MassOperation, Verdicts, lock_visible_households
from registry.households.queries import SQL
from registry.households.services import describe_dependencies
from registry.projects.api import find_closed_projects

# Enrols locked households, whose projects allow it, into a programme: enrol(ids=…, programme_id=…, user=…) returns a
# verdict for each.
Enrol = Callable[..., Verdicts]
# At most one entry, from the transfers app.
_enrol: list[Enrol] = []


def register_enrol_function(enrol: Enrol) -> None:
    """Register the function that enrols households (from an upper app's `hooks.py`).

    Raises ValueError if one is registered already.
    """
    if _enrol:
        raise ValueError("enrolment is registered already")
    _enrol.append(enrol)


def get_enrol_function() -> Enrol:
    """Return the registered function that enrols households. Raises NOT_CONFIGURED when there is none."""
    if not _enrol:
        raise Problem("NOT_CONFIGURED")
    return _enrol[0]


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


def enrol_households(*, ids: list[UUID], user: Any, programme: str) -> Verdicts:
    """Enrol those households that `user` can see and whose project allows it into a programme.

    The verdict for a merged household names the code of its successor. Raises NOT_CONFIGURED, and NOT_FOUND for the
    programme.
    """
    enrol = get_enrol_function()
    seen = lock_visible_households(ids, user, "projet_id")
    closed = find_closed_projects("enroler")
    verdicts: Verdicts = {
        identity: not_found(_("Ce ménage a été fusionné avec %(code)s.") % {"code": code})
        for identity, code in find_successor_codes(ids, user).items()
    }
    verdicts |= {row["id"]: closed.get(row["projet_id"]) for row in seen}
    open_ids = [identity for identity, problem in verdicts.items() if problem is None]
    return verdicts | enrol(ids=open_ids, programme_id=UUID(programme), user=user)


DELETE: Final = MassOperation("supprimer_menages", "registre.supprimer", delete_households)
ENROL: Final = MassOperation("enroler_menages", "transferts.enroler", enrol_households)
ACTS: Final = (DELETE, ENROL)
