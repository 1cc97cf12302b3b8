"""Simulate an operator, for demonstrations and tests. No money moves anywhere."""

from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from django.utils.translation import gettext as _

from transfers.execution.models import AttemptState
from transfers.execution.rules import BATCH_SIZE
from transfers.execution.types import Outcome, PaymentOrder


class Simulator:
    """Decide each order by a hash of its id, so that asking again gives the same answer, after a crash too."""

    is_immediate = True
    is_selective = False
    batch_size = BATCH_SIZE

    def __init__(self, *, failure_rate: int = 0, unknown_rate: int = 0, seed: int = 0) -> None:
        """Fail `failure_rate` and lose the answers of `unknown_rate` of a hundred orders; `seed` draws others."""
        self.failure_rate, self.unknown_rate, self.seed = failure_rate, unknown_rate, seed

    def _draw(self, attempt_id: UUID) -> float:
        """Return a number from 0 up to 100 that depends on the order and the seed only."""
        digest = sha256(attempt_id.bytes + self.seed.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:6], "big") / 2**48 * 100

    def _decide(self, order: PaymentOrder) -> Outcome:
        if self._draw(order.id) < self.failure_rate:
            return Outcome(order.id, AttemptState.REJETEE, motif=_("Refusé par l'opérateur simulé."))
        return Outcome(order.id, AttemptState.CONFIRMEE, reference_operateur=f"SIM-{order.id.hex[-20:].upper()}")

    def refuse(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []

    def send(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        """Answer at once, except for the answers that are lost."""
        lost = self.failure_rate + self.unknown_rate
        return [self._decide(order) for order in orders if not self.failure_rate <= self._draw(order.id) < lost]

    def ask(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return [self._decide(order) for order in orders]
