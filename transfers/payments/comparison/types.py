"""Define what differs between the lists of two cycles."""

from dataclasses import dataclass

from config.paging import Page
from transfers.cycles.models import Cycle
from transfers.payments.models import Payment


@dataclass(frozen=True, slots=True)
class Change:
    """Hold the payment of a household now and in the cycle before, one of which may be missing, and how they differ."""

    natures: list[str]
    payment: Payment | None
    previous: Payment | None


@dataclass(frozen=True)
class CycleChanges:
    """Hold the cycle before (None when there is none), the number of changes by kind, and one page of them."""

    before: Cycle | None
    counts: dict[str, int]
    page: Page
