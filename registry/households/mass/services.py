"""Run mass operations on up to ten thousand households.

A mass operation is a set-based function that takes ids and returns a verdict for each household that it found. Small
ones run within the request, larger ones as a job with the same result.
"""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import Problem, blocked_by_dependencies, not_found
from registry.households.locks import lock_visible_households
from registry.households.mass.types import MassError, MassOperation, MassResult, Verdicts
from registry.households.queries import SQL, count_household_dependencies, list_changed_households
from registry.households.services import describe_dependencies
from registry.projects.api import find_closed_projects


def build_mass_result(sent: Iterable[UUID], verdicts: Verdicts) -> MassResult:
    """Build the result of a mass operation from its verdicts.

    Every id that was sent counts. One without a verdict is reported as not found; a repeated one is processed once, and
    each repetition is an error.
    """
    errors: list[MassError] = []
    seen: set[UUID] = set()
    total = 0
    missing = str(not_found().message)
    for household_id in sent:
        total += 1
        if household_id in seen:
            errors.append(MassError(str(household_id), _("Cet identifiant est répété : il a été traité une fois.")))
        elif household_id not in verdicts:
            errors.append(MassError(str(household_id), missing))
        elif (problem := verdicts[household_id]) is not None:
            errors.append(MassError(str(household_id), str(problem.message)))
        seen.add(household_id)
    return MassResult(total, total - len(errors), len(errors), errors)


@transaction.atomic
def run_mass_operation(operation: MassOperation, *, ids: list[UUID], user: Caller, **options: Any) -> MassResult:
    """Run an operation on the households that `user` can see, in one audit operation."""
    with audit_operation(f"masse_{operation.name}", filters={"demandes": len(ids)}, rows=True) as done:
        result = build_mass_result(ids, operation.run(ids=list(dict.fromkeys(ids)), user=user, **options))
        done.count = result.reussis
    return result


def describe_mass_result(result: MassResult) -> str:
    """Describe the result of a mass operation in one translated sentence."""
    done = ngettext("%(n)d ménage traité", "%(n)d ménages traités", result.reussis) % {"n": result.reussis}
    if not result.echoues:
        return f"{done}."
    failed = ngettext("%(n)d refusé", "%(n)d refusés", result.echoues) % {"n": result.echoues}
    return f"{done}, {failed}."


def delete_households(*, ids: list[UUID], user: Caller, seulement_intacts: bool = False) -> Verdicts:
    """Delete those households that `user` can see, that nothing refers to and whose project accepts changes.

    With `seulement_intacts` those stay, too, that somebody changed since they were created: whoever takes back an
    import would take their work along.

    The locks are held until the end of the transaction: an insert that refers to one of them waits, and then
    finds that the household no longer exists.
    """
    locked = lock_visible_households(ids, user, deleting=True)
    closed = find_closed_projects()
    open_ids = [household.id for household in locked if household.projet_id not in closed]
    counts = count_household_dependencies(open_ids)
    verdicts: Verdicts = {household.id: closed.get(household.projet_id) for household in locked}
    for household_id, found in counts.items():
        if any(found.values()):
            verdicts[household_id] = blocked_by_dependencies(describe_dependencies(found))
    if seulement_intacts:
        for household_id in list_changed_households(open_ids):
            verdicts[household_id] = verdicts[household_id] or Problem(
                "CONFLICT", _("Quelqu'un l'a modifié depuis sa création : il reste.")
            )
    SQL.execute(
        "delete_households", {"ids": [household_id for household_id, problem in verdicts.items() if problem is None]}
    )
    return verdicts


DELETE_HOUSEHOLDS: Final = MassOperation("supprimer_menages", "registre.supprimer", delete_households)
