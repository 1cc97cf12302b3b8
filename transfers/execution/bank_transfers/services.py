"""Choose the message that is written, record that it is handed out, and verify that a bank and an account can be used."""

from collections.abc import Generator

from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from transfers.cycles.models import Cycle
from transfers.execution.bank_transfers.models import IssuedMessage
from transfers.execution.bank_transfers.queries import (
    build_message_id,
    list_messages,
    read_own_account,
    stream_message,
)
from transfers.execution.bank_transfers.types import MessagePart
from transfers.execution.templates.queries import read_template
from transfers.execution.templates.types import TransferRules
from transfers.operators.models import Operator, OperatorAccount


def require_transfer_rules(operator: Operator) -> TransferRules:
    """Return how a bank takes transfers. Raises VALIDATION_ERROR for another operator, NOT_CONFIGURED."""
    rules = read_template(operator).virement
    if rules is None:
        raise invalid({"operateur": [_("Cet opérateur n'est pas une banque.")]})
    return rules


def require_bank_account(account: OperatorAccount) -> None:
    """Require an account number from which transfers can be made.

    Raises VALIDATION_ERROR when the operator is no bank, NOT_CONFIGURED when the number is no RIB, IBAN or local number.
    """
    require_transfer_rules(account.operateur)
    read_own_account(account)


def choose_message(cycle: Cycle, operator: Operator, number: int | None) -> MessagePart:
    """Return the message `number` of a cycle to a bank; without a number the only one that waits for outcomes.

    Raises INVALID_STATUS when nothing waits or the run is not sent yet: a message that is written before lacks
    transfers, and the bank refuses the complete one. Raises VALIDATION_ERROR when several wait and none is named.
    """
    waiting = {part.numero: part for part in list_messages(cycle, operator.code) if part.waiting or part.prepared}
    if number is None and len(waiting) > 1:
        names = ", ".join(map(str, waiting))
        raise invalid({"lot": [_("Plusieurs messages attendent un résultat : %(names)s.") % {"names": names}]})
    part = waiting.get(number) if number else next(iter(waiting.values()), None)
    if part is None:
        raise invalid_status(_("Aucun virement n'attend de résultat dans ce message."))
    if part.prepared:
        raise invalid_status(_("L'exécution n'a pas encore préparé tous les virements : réessayez dans un moment."))
    return part


def issue_message(part: MessagePart, rules: TransferRules, issue: int, user: Caller) -> Generator[bytes, None, None]:
    """Yield a message, and record its identifier and who fetches it, once its head could be written.

    Raises INVALID_STATUS, NOT_CONFIGURED.
    """
    blocks = stream_message(part, rules, issue)
    head = next(blocks)
    _record_issue(part, issue, user)
    yield head
    yield from blocks


def _record_issue(part: MessagePart, issue: int, user: Caller) -> None:
    message = IssuedMessage(
        execution_id=part.execution_id,
        partie=part.part,
        emission=issue,
        identifiant=build_message_id(part, issue),
        auteur_id=user.id,
    )
    # Once, however often it is fetched.
    IssuedMessage.objects.bulk_create([message], ignore_conflicts=True)
