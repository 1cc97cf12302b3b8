"""Hold what upper features know of the money of programmes."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from config.hooks import Hook
from transfers.programmes.rules import SpentAmounts

# What the cycles of programmes (by id) allocate, engage and have paid; a programme without cycles is left out.
spent_amounts: Final = Hook[Callable[[list[UUID]], dict[UUID, SpentAmounts]]]("amounts spent by programmes")
