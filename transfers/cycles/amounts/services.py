"""Set how the amount of a payment follows from the household."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction

from config.caller import Caller
from config.locks import Lock, lock_rows
from transfers.cycles.amounts.queries import get_amount_rule
from transfers.cycles.models import CALCULATION_FIELDS, AmountRule, Cycle
from transfers.cycles.services import require_cycle_reach, reset_calculation
from transfers.cycles.states import EDITABLE_STATUSES
from transfers.programmes.api import lock_open_programme


@transaction.atomic
def set_amount_rule(
    *, programme_id: UUID, values: dict[str, Any], user: Caller, require: Callable[[AmountRule], None]
) -> AmountRule:
    """Replace the amount rule of a programme, and drop the lists that were calculated by the one before.

    Submitted and validated lists keep their amounts. `require` checks the row under the lock of its programme
    (If-Match). Raises NOT_FOUND, FORBIDDEN (it concerns, or such a list pays, more than the caller's regions),
    READ_ONLY_PROJECT, INVALID_STATUS for a closed programme.
    """
    programme = lock_open_programme(programme_id, user)
    rule = get_amount_rule(programme)
    require(rule)
    is_changed = any(getattr(rule, name) != value for name, value in values.items())
    for name, value in values.items():
        setattr(rule, name, value)
    rule.save()
    if is_changed:
        _reset_drafts(programme_id, user)
    return rule


def _reset_drafts(programme_id: UUID, user: Caller) -> None:
    """Drop what was calculated of the cycles that may still change."""
    drafts = Cycle.objects.filter(
        programme_id=programme_id, statut_validation__in=EDITABLE_STATUSES, calcule_le__isnull=False
    )
    for cycle in lock_rows(Lock.CYCLES, drafts.select_related("programme")):
        require_cycle_reach(cycle, user)
        reset_calculation(cycle)
        cycle.save(update_fields=[*CALCULATION_FIELDS, "updated_at"])
