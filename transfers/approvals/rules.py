"""Define the levels of validation."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from transfers.programmes.models import MAX_VALIDATION_LEVELS, Programme

LEVEL_LABELS: Final = (_("Non soumis"), _("Agent"), _("Superviseur"), _("Direction"), _("Direction générale"))


def describe_level(level: int) -> str:
    """Return the label of a level of validation, 0 to 4."""
    return str(LEVEL_LABELS[level])


def get_level_permission(level: int) -> str:
    """Return the permission that validating, or rejecting, at a level requires."""
    return f"transferts.valider_niveau_{level}"


def list_validated_levels(user: Caller) -> list[int]:
    """Return the levels at which a user may validate."""
    return [level for level in range(1, MAX_VALIDATION_LEVELS + 1) if user.holds(get_level_permission(level))]


def is_validator(user: Caller) -> bool:
    """Return whether a user may validate at any level."""
    return bool(list_validated_levels(user))


def count_required_levels(programme: Programme, levels: int, amount: int) -> int:
    """Return how many levels a cycle of this total (XOF) needs: `levels`, or more when the programme says so."""
    thresholds = {3: programme.montant_niveau_3, 4: programme.montant_niveau_4}
    reached = [level for level, threshold in thresholds.items() if threshold is not None and amount >= threshold]
    return max(levels, *reached) if reached else levels
