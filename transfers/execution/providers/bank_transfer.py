"""Deliver payments by messages that people hand to a bank: results come later."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as lazy

from transfers.execution.bank_messages.accounts import AccountFault, parse_account
from transfers.execution.models import AttemptState
from transfers.execution.rules import BATCH_SIZE
from transfers.execution.types import Outcome, PaymentOrder

REFUSALS: Final = {
    AccountFault.MANQUANT: lazy("Le compte bancaire manque : rien n'a été donné à la banque."),
    AccountFault.MAL_FORME: lazy("Le compte bancaire n'est ni un RIB ni un IBAN : rien n'a été donné à la banque."),
    AccountFault.CLE: lazy("La clé du compte bancaire est fausse : rien n'a été donné à la banque."),
}


class BankTransfer:
    """Refuse what no bank could pay, since one wrong account may make a bank refuse the whole message; wait for the rest.

    The message is written on request, and results are read from the report of the bank.
    """

    is_immediate = False
    is_selective = True
    batch_size = BATCH_SIZE

    def refuse(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        read = ((order.id, parse_account(order.destination)) for order in orders)
        return [
            Outcome(attempt_id, AttemptState.REJETEE, motif=str(REFUSALS[account]))
            for attempt_id, account in read
            if isinstance(account, AccountFault)
        ]

    def send(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []

    def ask(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []
