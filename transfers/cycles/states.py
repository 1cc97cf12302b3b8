"""Define what may be done with a cycle in each status of its validation."""

from typing import Final

from transfers.cycles.models import StatutValidation

# Before submission, and after a rejection, a cycle may be changed, calculated and deleted.
EDITABLE_STATUSES: Final = frozenset({StatutValidation.BROUILLON, StatutValidation.REJETE})
