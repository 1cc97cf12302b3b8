"""Declare what the cases add to the directory; without them its counts are null."""

from collections.abc import Callable, Collection
from datetime import date
from typing import Final
from uuid import UUID

from analysis.vbg.directory.types import CaseCounts
from config.caller import Caller
from config.hooks import Hook

# The counts of cases of services by id, as the caller may know them.
case_counters: Final = Hook[Callable[[Caller, Collection[UUID]], dict[UUID, CaseCounts]]]("counts of cases of services")
# The counts of the cases in these regions (None is all that the caller sees) between two days, or without bounds.
case_totals: Final = Hook[Callable[[Caller, Collection[UUID] | None, date | None, date | None], CaseCounts]](
    "totals of cases"
)
# The true number of open cases of a service, for the refusal of its deletion; never shown.
open_case_counters: Final = Hook[Callable[[UUID], int]]("open cases of a service")
