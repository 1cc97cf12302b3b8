"""Lock a cycle before its list of payments, or its validation, changes."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from config.caller import Caller, require_reach
from config.locks import Lock, lock_row
from registry.projects.api import require_writable
from transfers.cycles.models import Cycle, StatutValidation
from transfers.payments.models import PaymentTotal

# In these statuses of validation the list of payments may change.
CHANGEABLE_STATUSES: Final = frozenset({StatutValidation.BROUILLON, StatutValidation.REJETE})


def list_cycle_regions(cycle: Cycle) -> list[UUID]:
    """Return the regions that a cycle concerns; none means the whole country.

    They are those of its payments, and before there are any, those of its programme.
    """
    found = set(PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).values_list("region_id", flat=True))
    if not found:
        return list(cycle.programme.regions_eligibles.order_by().values_list("region_id", flat=True))
    return [] if None in found else [region for region in found if region]


def lock_cycle(cycle_id: UUID, user: Caller, require: Callable[[Cycle], None] | None = None) -> Cycle:
    """Lock a cycle and return its current row; `require` checks it under the lock (If-Match).

    Raises NOT_FOUND, FORBIDDEN (it concerns more than the user's regions), READ_ONLY_PROJECT.
    """
    cycle = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle_id).select_related("programme__projet"))
    require_reach(user, list_cycle_regions(cycle))
    if require is not None:
        require(cycle)
    require_writable(cycle.programme.projet)
    return cycle
