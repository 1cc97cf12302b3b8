"""Deliver payments by a file that people hand to the operator, or by sheets of names: results come later."""

from collections.abc import Sequence

from transfers.execution.rules import BATCH_SIZE
from transfers.execution.types import Outcome, PaymentOrder


class InstructionFile:
    """Wait: the file is written on request, and results are read from the operator's file."""

    is_immediate = False
    is_selective = False
    batch_size = BATCH_SIZE

    def refuse(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []

    def send(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []

    def ask(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []
