"""Post entries, and reserve and release amounts: the only way to move money.

A transaction that moves money first locks the accounts (`lock_accounts`), all at once; `post_new_entry` does both.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.utils.translation import gettext as _

from config.combining import Combiner, NotBegunError, UnknownOutcomeError
from config.database_limits import DatabaseLimits, compute_job_limits, get_limits
from config.errors.database import DEADLOCK, get_sqlstate
from config.errors.problems import Problem
from config.keyed_answers import build_params
from config.locks import Lock, claim_statement, lock_rows
from config.sql import Queries, open_planned_cursor
from transfers.ledger.models import AccountNature, Entry, LedgerAccount, Reservation
from transfers.ledger.types import Line, NewEntry, ProjectAccounts

SQL = Queries(__file__, "ledger.sql")
OTHER_NATURES: Final = [nature.value for nature in AccountNature if nature is not AccountNature.OPERATEUR]
# The constraint that keeps a balance above what is reserved of it.
COVER: Final = "compte_couvert"
# Seconds, where the database has no limits either.
FOREVER: Final = 24 * 3600.0


class NoLines(Exception):
    """Report that a query selected no lines of an entry: nothing was written."""


def open_operator_account(project_id: UUID) -> LedgerAccount:
    """Create an empty account for an operator of a project, and the project's other accounts when it has none."""
    SQL.execute("create_project_accounts", {"projet": project_id, "natures": OTHER_NATURES})
    return LedgerAccount.objects.create(projet_id=project_id, nature=AccountNature.OPERATEUR)


def find_project_accounts(project_id: UUID) -> ProjectAccounts:
    """Return the accounts on the other side of a project's entries."""
    rows = LedgerAccount.objects.filter(projet_id=project_id, nature__in=OTHER_NATURES)
    return ProjectAccounts(**dict(rows.values_list("nature", "id")))


def lock_accounts(ids: Iterable[UUID]) -> dict[UUID, LedgerAccount]:
    """Lock accounts in the order of their ids until the transaction ends, and return them by id."""
    return {row.id: row for row in lock_rows(Lock.LEDGER_ACCOUNTS, LedgerAccount.objects.filter(id__in=set(ids)))}


def post_entry(*, entry: Entry, lines: list[Line]) -> int:
    """Insert an entry and post its lines, whose accounts are locked; return the number of movements.

    Raises INSUFFICIENT_FUNDS when an operator account would fall below what is reserved of it.
    """
    return post_selected_lines(entry=entry, lines=SQL["sent_lines"], params=_build_line_params(lines))


def post_new_entry(*, new: NewEntry, lines: str, account_id: UUID) -> int:
    """Insert an entry, lock the accounts of its lines and post them; return the balance of one of them after it (XOF).

    `lines` is trusted SQL as in `post_selected_lines`, with the entry of each line, which it selects from the entries `sent`
    to an account, %(compte)s. All is one statement, whose locks come last, for an account on which many wait: it also stores
    the answer under its key. Outside a transaction it is one itself, and what several threads of this process post to one
    account at the same time is one statement (decision 0335).

    Raises NoLines, IntegrityError for a key that is another request's, as `post_entry` does for the rest.
    """
    # Sets are of threads with the same limits: nobody who may wait briefly for a lock is in the set of one who may for long.
    limits = get_limits() or compute_job_limits()
    target = _Target(lines, account_id, limits)
    with _raise_insufficient_funds(), claim_statement(Lock.LEDGER_ACCOUNTS):
        if connection.in_atomic_block:
            return _post_new_entries(target, [new])[0]
        return _post_with_others(target, new)


class _Target(NamedTuple):
    """Name what entries must have in common to be posted together."""

    lines: str
    account_id: UUID
    limits: DatabaseLimits


def _post_with_others(target: _Target, new: NewEntry) -> int:
    """Post a new entry with those that other threads of this process post to the account now.

    Raises CONFLICT where its turn does not come as soon as a lock would have to, OperationalError where the thread that
    posts it does not come back: as for a connection that is lost, it may have been written.
    """
    lock, statement = target.limits.lock / 1000, target.limits.statement / 1000
    try:
        return _posting.run(target, new, patience=lock or FOREVER, limit=statement or FOREVER)
    except NotBegunError as error:
        text = _("Ces données sont en cours de modification par quelqu'un d'autre. Réessayez dans un moment.")
        raise Problem("CONFLICT", text, retry_after=1) from error
    except UnknownOutcomeError as error:
        raise OperationalError("the thread that posts has not come back") from error


def _post_new_entries(target: _Target, news: list[NewEntry]) -> list[int]:
    """Post new entries to an account by one statement; return its balance after each of them. Raises NoLines."""
    params = {"sent": orjson.dumps([_build_sent(new) for new in news]).decode(), "compte": target.account_id}
    with open_planned_cursor() as cursor:
        cursor.execute(SQL["post_new_entries"].format(lines=target.lines), params)
        balances = [int(balance) for balance, _stored in cursor.fetchall()]
    if not balances:
        raise NoLines
    return balances


def _build_sent(new: NewEntry) -> dict[str, Any]:
    """Return an entry as the statement that posts it reads it."""
    entry = new.entry
    return {
        "entry": entry.id,
        "nature": entry.nature,
        "description": entry.description,
        "date_valeur": entry.date_valeur,
        "source": entry.source,
        "piece": entry.piece_id,
        "auteur": entry.auteur_id,
        "type": new.type,
        "montant": new.montant,
        "reference": new.reference,
        **build_params(new.answer),
    }


def _is_refusal(error: BaseException) -> bool:
    """Return whether the database refused a set, of which it has then written nothing."""
    return isinstance(error, NoLines | IntegrityError | DataError) or get_sqlstate(error) == DEADLOCK


_posting: Final = Combiner(_post_new_entries, _is_refusal)


def _build_line_params(lines: list[Line]) -> dict[str, str]:
    """Return the parameter of `sent_lines`: one text costs the interpreter less than an array a column."""
    return {"lignes": orjson.dumps(lines).decode()}


def post_selected_lines(*, entry: Entry, lines: str, params: dict[str, Any]) -> int:
    """Insert an entry and post the lines that a query selects: for many payments at once.

    `lines` is trusted SQL with the columns of a `Line`, and `place`, their order. Raises as `post_entry` does.
    """
    with _raise_insufficient_funds(), transaction.atomic():
        entry.save(force_insert=True)
        posted: int = SQL.fetch_one("post_lines", {"entry": entry.id, **params}, lines=lines)["posted"]
    return posted


def reserve_amount(*, reservation_id: UUID, account_id: UUID, amount: int) -> Reservation:
    """Set an amount of a locked account aside. Raises INSUFFICIENT_FUNDS when less is free."""
    with _raise_insufficient_funds(), transaction.atomic():
        return Reservation.objects.create(id=reservation_id, compte_id=account_id, montant=amount, restant=amount)


def reduce_reservation(*, reservation_id: UUID, amount: int) -> None:
    """Give back a part of a reservation, whose account is locked: what was paid of it, or will not be paid.

    Raises ValueError when less is left: what is settled was reserved.
    """
    if amount and not SQL.execute("reduce_reservation", {"id": reservation_id, "montant": amount}):
        raise ValueError(f"Of reservation {reservation_id} less than {amount} is left.")


@contextmanager
def _raise_insufficient_funds() -> Iterator[None]:
    """Run a block; raise INSUFFICIENT_FUNDS when it would overdraw an account."""
    try:
        yield
    except IntegrityError as error:
        if COVER not in str(error):
            raise
        raise Problem("INSUFFICIENT_FUNDS") from error
