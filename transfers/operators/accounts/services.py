"""Create and change operator accounts, take deposits, and announce low balances."""

import logging
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date
from typing import Any, Final, NoReturn
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.files.api import attach_file
from accounts.notifications.api import notify
from config.caller import Caller
from config.errors.problems import (
    Problem,
    blocked_by_dependencies,
    conflict,
    invalid,
    invalid_status,
    not_found,
    reused_key,
)
from config.errors.uniqueness import raise_duplicate_code
from config.ids import uuid7
from config.keyed_answers import KeyedAnswer
from config.locks import Lock, lock_row, lock_rows
from config.text import format_amount
from registry.households.api import reserve_free_code
from registry.projects.api import require_writable
from registry.projects.models import Project
from transfers.ledger.api import NewEntry, NoLines, lock_accounts, open_operator_account, post_new_entry
from transfers.ledger.models import Entry, EntryNature, MovementType
from transfers.operators.accounts.queries import SQL, list_alerts, recalculate_balance
from transfers.operators.accounts.types import Recalculation
from transfers.operators.models import Operator, OperatorAccount
from transfers.operators.reversals.queries import is_freed_voucher

logger = logging.getLogger(__name__)
CODE_PREFIX: Final = "CPT"
MANAGE: Final = "transferts.gerer_comptes"
# Vouchers: documents and pictures.
VOUCHER_KINDS: Final = frozenset({"application/pdf", "image/jpeg", "image/png", "image/webp"})
ONE_ACCOUNT: Final = lazy("Ce projet a déjà un compte actif chez cet opérateur.")


@transaction.atomic
def create_account(
    *,
    operator: Operator,
    project: Project,
    opening: int,
    values: dict[str, Any],
    user: Caller,
    opening_day: date | None = None,
) -> OperatorAccount:
    """Open an account of a project at an operator.

    `opening` (XOF) is posted as an adjustment, whose value date is the day of which the balance was, by default today.

    Raises READ_ONLY_PROJECT, DUPLICATE_CODE (409) for a number that the operator gave to another account, CONFLICT when
    the project has an active account there.
    """
    require_writable(project)
    code = reserve_free_code(CODE_PREFIX, SQL["list_account_codes"])
    account = OperatorAccount(
        compte=open_operator_account(project.id), code=code, operateur=operator, projet=project, **values
    )
    _save_account(account, force_insert=True)
    if opening:
        entry = Entry(
            nature=EntryNature.AJUSTEMENT,
            date_valeur=opening_day or timezone.localdate(),
            description=_("Solde initial"),
            auteur_id=user.id,
        )
        try:
            _post_from_treasury(account.compte_id, NewEntry(entry, MovementType.AJUSTEMENT, opening))
        except NoLines:
            # The project was closed since it was looked at.
            _refuse_deposit(account.compte_id)
    return account


def _save_account(account: OperatorAccount, **how: Any) -> None:
    """Save an account. Raises DUPLICATE_CODE, CONFLICT."""
    try:
        with raise_duplicate_code("compte_operateur_numero_once", _("Ce numéro de compte est déjà enregistré.")):
            account.save(**how)
    except IntegrityError as error:
        if "compte_operateur_actif_once" not in str(error):
            raise
        raise conflict(ONE_ACCOUNT) from error


def _post_from_treasury(account_id: UUID, new: NewEntry) -> int:
    """Post what the treasury gives to an account, and return the new balance (XOF).

    Raises NoLines for an account that takes no deposits.
    """
    return post_new_entry(new=new, lines=SQL["treasury_lines"], account_id=account_id)


def _lock_account(account_id: UUID, require: Callable[[OperatorAccount], None]) -> OperatorAccount:
    """Lock an account's row and return it; its project is read after the lock. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    current = lock_row(Lock.OPERATOR_ACCOUNTS, OperatorAccount.objects.filter(compte_id=account_id))
    require(current)
    require_writable(current.projet)
    return current


@transaction.atomic
def change_account(
    *, account: OperatorAccount, values: dict[str, Any], require: Callable[[OperatorAccount], None]
) -> OperatorAccount:
    """Change the fields that were sent. The number changes only before the first movement.

    An inactive account takes no deposits and begins no runs; what a run has reserved of it may still be settled.

    Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR, DUPLICATE_CODE, CONFLICT.
    """
    current = _lock_account(account.compte_id, require)
    number = values.get("numero_compte", current.numero_compte)
    if number != current.numero_compte and current.compte.dernier_numero:
        raise invalid({"numeroCompte": [_("Ne change plus après le premier mouvement.")]})
    for name, value in values.items():
        setattr(current, name, value)
    _save_account(current, update_fields={*values, "updated_at"})
    return current


@transaction.atomic
def delete_account(*, account: OperatorAccount, require: Callable[[OperatorAccount], None]) -> None:
    """Delete an account that never had a movement. Raises NOT_FOUND, READ_ONLY_PROJECT, HAS_DEPENDENCIES."""
    current = _lock_account(account.compte_id, require)
    movements = lock_accounts([current.compte_id])[current.compte_id].dernier_numero
    if movements:
        raise blocked_by_dependencies(_("Ce compte a des mouvements : rendez-le inactif."), {"mouvements": movements})
    ledger = current.compte
    current.delete()
    ledger.delete()


def deposit_amount(
    *,
    account_id: UUID,
    amount: int,
    reference: str,
    day: date,
    source: str | None,
    notes: str | None,
    voucher: UUID | None,
    user: Caller,
    entry_id: UUID | None = None,
    answer: KeyedAnswer | None = None,
) -> tuple[Entry, int]:
    """Post a deposit with its `answer`, and return its entry and the new balance (XOF). A voucher is one of the caller's files.

    Many wait for the accounts that every deposit of a project moves: without a voucher the statement that locks them is the
    whole transaction, and it asks of the account what a deposit wants to know (decision 0258).

    Reference and voucher of a deposit that was taken back may be used again.

    Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS for an inactive account, CONFLICT when a deposit with this reference stands
    already or the key was used before, VALIDATION_ERROR for a file that is not there.
    """
    entry = Entry(
        id=entry_id or uuid7(),
        nature=EntryNature.DEPOT,
        date_valeur=day,
        source=source,
        description=notes,
        piece_id=voucher,
        auteur_id=user.id,
    )
    with transaction.atomic() if voucher else nullcontext():
        balance = _post_deposit(account_id, NewEntry(entry, MovementType.DEPOT, amount, reference, answer))
        if voucher:
            _attach_voucher(account_id, voucher, user)
    return entry, balance


def _post_deposit(account_id: UUID, new: NewEntry) -> int:
    """Post a deposit and return the new balance. Raises as `deposit_amount` does."""
    try:
        return _post_from_treasury(account_id, new)
    except NoLines:
        _refuse_deposit(account_id)
    except IntegrityError as error:
        if "idempotency_key_once" in str(error):
            raise reused_key() from error
        if "mouvement_depot_once" not in str(error):
            raise
        raise conflict(_("Un dépôt avec cette référence est déjà enregistré sur ce compte.")) from error


def _refuse_deposit(account_id: UUID) -> NoReturn:
    """Say why an account took no deposit. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS, CONFLICT."""
    account = OperatorAccount.objects.select_related("projet").filter(compte_id=account_id).first()
    if account is None:
        raise not_found()
    require_writable(account.projet)
    if not account.actif:
        raise invalid_status(_("Ce compte est inactif."))
    # It was made active, or its project writable, since the deposit was refused.
    raise conflict(_("Ce compte vient d'être modifié. Réessayez."))


def _attach_voucher(account_id: UUID, file_id: UUID, user: Caller) -> None:
    """Attach the voucher of a deposit that was posted; one of a deposit that was taken back is attached already."""
    if is_freed_voucher(account_id, file_id):
        return
    try:
        attach_file(file_id=file_id, caller=user, kinds=VOUCHER_KINDS)
    except Problem as problem:
        raise invalid({"pieceJustificative": problem.details.get("fichier", [])}) from problem


@transaction.atomic
def verify_balance(*, account: OperatorAccount) -> Recalculation:
    """Compare the balance with its movements, and raise the alarm when they differ: nothing is ever repaired here."""
    lock_accounts([account.compte_id])
    result = recalculate_balance(account)
    if result.difference:
        logger.critical("Account %s differs from its movements by %s", account.code, result.difference)
        notify(
            holders_of=MANAGE,
            category="paiement",
            type="error",
            title=lazy("Un solde ne correspond pas à ses mouvements"),
            message=lazy(
                "Compte %(code)s : écart de %(difference)s F CFA. Arrêtez les paiements et prévenez la direction."
            ),
            params={"code": account.code, "difference": format_amount(result.difference)},
            link="/comptes",
            data={"compteId": str(account.compte_id)},
        )
    return result


@transaction.atomic
def announce_alerts() -> int:
    """Notify once of each account that has come into alert, and return the number of notified accounts."""
    alerts = {alert.id: alert for alert in reversed(list_alerts())}
    accounts = lock_rows(Lock.OPERATOR_ACCOUNTS, OperatorAccount.objects.all())
    announced = 0
    for account in accounts:
        alert = alerts.get(account.compte_id)
        kind = alert.type_alerte if alert else None
        if kind == account.alerte_annoncee:
            continue
        OperatorAccount.objects.filter(compte_id=account.compte_id).update(alerte_annoncee=kind)
        if alert:
            announced += 1
            notify(
                holders_of=MANAGE,
                category="paiement",
                type="alert",
                title=lazy("Un compte opérateur demande votre attention"),
                message=lazy("Compte %(code)s : solde %(balance)s F CFA, il manque %(missing)s F CFA."),
                params={
                    "code": alert.code,
                    "balance": format_amount(alert.solde),
                    "missing": format_amount(alert.deficit or 0),
                },
                link="/comptes",
                data={"compteId": str(alert.id), "typeAlerte": alert.type_alerte},
            )
    return announced
