"""Hold what upper features know of programmes: their money, and what they require beside their own criteria."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from config.hooks import Hook
from transfers.programmes.eligibility.types import Criteria
from transfers.programmes.models import Programme
from transfers.programmes.rules import SpentAmounts

# What the cycles of programmes (by id) allocate, engage and have paid; a programme without cycles is left out.
spent_amounts: Final = Hook[Callable[[list[UUID]], dict[UUID, SpentAmounts]]]("amounts spent by programmes")
# What a programme requires beside its own criteria. The second argument tells that only a few households are checked, so
# that the joins may look each of them up.
further_criteria: Final = Hook[Callable[[Programme, bool], Criteria]]("further criteria of programmes")
# Each describes what a closed programme still waits for, or returns None: late results are always accepted.
closing_remarks: Final = Hook[Callable[[Programme], str | None]]("what a closed programme still waits for")
