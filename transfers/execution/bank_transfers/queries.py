"""Find the banks of a project, and write the transfers of a message as they are read."""

from collections.abc import Generator, Iterator
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import Problem, invalid_status
from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.execution.bank_messages.accounts import BankAccount, parse_account
from transfers.execution.bank_messages.credit_transfer import (
    CreditTransfer,
    TransferMessage,
    build_end_to_end_id,
    compose_head,
    compose_tail,
    compose_transfer,
)
from transfers.execution.bank_transfers.types import MessagePart
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.models import Run
from transfers.execution.templates.types import TransferRules
from transfers.operators.models import BANK_KEY, OperatorAccount

SQL: Final = Queries(__file__, "bank_transfers.sql")
CHUNK: Final = 2_000


def list_project_banks(project_id: UUID) -> list[str]:
    """Return the codes of the banks in which a project has an active account."""
    rows = OperatorAccount.objects.filter(
        projet_id=project_id, actif=True, operateur__modele_paiement__has_key=BANK_KEY
    )
    return list(rows.order_by("operateur__ordre", "operateur_id").values_list("operateur_id", flat=True))


def list_messages(cycle: Cycle, operator: str) -> list[MessagePart]:
    """Return all messages of a cycle to a bank, those of which nothing is open any more too."""
    return SQL.fetch_objects(MessagePart, "list_messages", {"cycle": cycle.id, "operateur": operator})


def build_message_id(part: MessagePart, issue: int) -> str:
    """Return the identifier of a message: the same whenever the message is written, another one for another `issue`."""
    return f"{part.execution_id.hex[12:]}-{part.part + 1}-{issue}"


def stream_message(part: MessagePart, rules: TransferRules, issue: int) -> Generator[bytes, None, None]:
    """Yield the message with the transfers that wait for an outcome. Raises INVALID_STATUS when there are none any more."""
    run = Run.objects.select_related("compte", "cycle").get(id=part.execution_id)
    batches = _iterate_rows(part)
    first = next(batches, None)
    if first is None:
        raise invalid_status(_("Aucun virement n'attend de résultat dans ce message."))
    message = TransferMessage(
        id=build_message_id(part, issue),
        version=rules.version,
        alphabet=rules.alphabet,
        created_at=timezone.localtime().replace(tzinfo=None),
        day=timezone.localdate(),
        count=first[0][5],
        total=first[0][6],
        debtor=run.compte.nom_compte,
        account=read_own_account(run.compte),
        bic=rules.bic,
    )
    text = f"{run.cycle.nom} {run.cycle.code}"
    yield compose_head(message).encode()
    for rows in chain((first,), batches):
        yield "".join(compose_transfer(_build_transfer(row, text), rules.alphabet) for row in rows).encode()
    yield compose_tail().encode()


def _iterate_rows(part: MessagePart) -> Iterator[list[tuple[Any, ...]]]:
    statement = SQL["select_transfers"].format(reference=ATTEMPT_REFERENCE_SQL)
    first = part.part * part.size
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(statement, (part.execution_id, first, first + part.size))
        while rows := cursor.fetchmany(CHUNK):
            yield rows


def _build_transfer(row: tuple[Any, ...], text: str) -> CreditTransfer:
    attempt_id, reference, name, destination, amount, *_sums = row
    return CreditTransfer(
        instruction_id=attempt_id.hex,
        end_to_end_id=build_end_to_end_id(reference, attempt_id.hex),
        name=name,
        account=_require_account(destination),
        amount=amount,
        text=text,
    )


def read_own_account(account: OperatorAccount) -> BankAccount:
    """Return the number from which a run pays. Raises NOT_CONFIGURED when it was spoilt since the run began."""
    read = parse_account(account.numero_compte)
    if not isinstance(read, BankAccount):
        message = _("Le numéro du compte %(code)s n'est ni un RIB ni un IBAN : corrigez-le avant de payer.")
        raise Problem("NOT_CONFIGURED", message % {"code": account.code})
    return read


def _require_account(written: str) -> BankAccount:
    """Return an account that was verified before its transfer was sent."""
    account = parse_account(written)
    if not isinstance(account, BankAccount):
        raise TypeError("an account that was verified cannot be read")
    return account
