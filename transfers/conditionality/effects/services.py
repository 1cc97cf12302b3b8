"""Drop what was applied to a list."""

from transfers.conditionality.effects.models import AppliedEffect
from transfers.cycles.models import Cycle


def delete_effects(cycle: Cycle) -> None:
    """Delete what the calculation of a locked cycle applied; its list is dropped, or calculated anew."""
    AppliedEffect.objects.filter(cycle=cycle).delete()
