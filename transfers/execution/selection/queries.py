"""Choose the payments of a run: which of a cycle, from which accounts, and to which account of each person."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors.problems import Problem, invalid, invalid_status
from registry.quality.api import build_unreadable_number_sql
from transfers.cycles.models import Cycle
from transfers.execution.bank_transfers.queries import list_project_banks
from transfers.execution.bank_transfers.services import require_bank_account
from transfers.execution.models import Provider
from transfers.execution.providers.gsma.connections import find_connection
from transfers.execution.queries import SQL, list_offered_providers, select_cash_in_hand
from transfers.execution.types import RunOptions
from transfers.operators.api import SECOND_OPERATORS
from transfers.operators.models import OperatorAccount
from transfers.payments.api import select_readdressed
from transfers.payments.models import Payment, PaymentStatus

UNREADABLE: Final = build_unreadable_number_sql("way.destination")


def build_run_params(
    cycle: Cycle, options: RunOptions, statut: PaymentStatus, payment: Payment | None = None
) -> dict[str, Any]:
    """Return which payments of a cycle are chosen, and where they go."""
    return {
        "cycle": cycle.id,
        "programme": cycle.programme_id,
        "periode": cycle.periode_ou_cycle_id,
        "autres": _list_other_cycles(cycle),
        "statut": statut,
        "paiement": payment and payment.id,
        # Who is to be paid in cash is on no account, and in no operator's file; only a simulation pays everybody.
        "cash": options.fournisseur == Provider.ESPECES,
        "any_mode": options.fournisseur == Provider.SIMULATEUR,
        # A payment that is tried again, or by itself, goes to where the beneficiary is to be paid now.
        "corrected": statut == PaymentStatus.ECHOUE or payment is not None,
    }


def _list_other_cycles(cycle: Cycle) -> list[UUID]:
    """Return the ids of the other cycles of a cycle's period."""
    period = cycle.periode_ou_cycle_id
    rows = Cycle.objects.filter(Q(id=period) | Q(periode=period)).exclude(id=cycle.id)
    return list(rows.order_by().values_list("id", flat=True))


def list_planned_operators(params: dict[str, Any]) -> list[str | None]:
    """Return the operators of the payments that go by the chosen way, with None for those that have none yet."""
    return SQL.fetch_column("list_planned_operators", params)


def find_run_accounts(cycle: Cycle, options: RunOptions, params: dict[str, Any]) -> list[OperatorAccount]:
    """Return the accounts from which the chosen payments leave. Raises INVALID_STATUS, VALIDATION_ERROR, NOT_CONFIGURED."""
    found = list_planned_operators(params)
    if not found:
        raise invalid_status(_("Ce cycle n'a aucun paiement à exécuter."))
    operators = [options.operateur] if options.operateur else _choose_operators(cycle, options, found)
    accounts = [_find_account(cycle, operator, options) for operator in operators]
    _require_connections(options.fournisseur, operators)
    return accounts


def _choose_operators(cycle: Cycle, options: RunOptions, found: list[str | None]) -> list[str]:
    """Return the operators of payments when the caller names none; for transfers the only bank of the project.

    `found` are the operators of the payments, with None for those that have none yet. Raises VALIDATION_ERROR.
    """
    is_transfer = options.fournisseur == Provider.VIREMENT_BANCAIRE
    banks = set(list_project_banks(cycle.programme.projet_id))
    named = [code for code in found if code]
    suitable = [code for code in named if (code in banks) == is_transfer]
    if suitable:
        return suitable
    if not is_transfer and not named:
        raise invalid({"operateur": [_("Les paiements n'ont pas d'opérateur : indiquez-le.")]})
    if not is_transfer:
        return named
    if len(banks) != 1:
        raise invalid({"operateur": [_("Indiquez la banque : le projet n'a pas de compte dans une seule banque.")]})
    return list(banks)


def _find_account(cycle: Cycle, operator: str, options: RunOptions) -> OperatorAccount:
    """Return the account from which a cycle is paid through an operator. Raises VALIDATION_ERROR, NOT_CONFIGURED."""
    rows = OperatorAccount.objects.filter(projet_id=cycle.programme.projet_id, operateur_id=operator, actif=True)
    account = rows.select_related("operateur").first()
    if account is None:
        raise describe_inactive_account()
    if options.fournisseur == Provider.VIREMENT_BANCAIRE:
        require_bank_account(account)
    return account


def _require_connections(provider: str, operators: list[str]) -> None:
    """Raise NOT_CONFIGURED unless each operator can be reached in the way that was chosen."""
    if provider not in list_offered_providers():
        raise Problem("NOT_CONFIGURED", _("Ce serveur ne simule pas de paiements : choisissez un autre moyen."))
    if provider == Provider.GSMA:
        for operator in operators:
            find_connection(operator)


def build_choice(account: OperatorAccount, options: RunOptions) -> dict[str, Any]:
    """Return which payments go through an account, and which number of a beneficiary it pays."""
    return {
        "operateur": account.operateur_id,
        "transfers": _are_transfers(account, options.fournisseur),
        "named": options.operateur is not None,
        "second": account.operateur_id in SECOND_OPERATORS,
        "schedule": account.operateur.grille_id,
    }


def _are_transfers(account: OperatorAccount, provider: str) -> bool:
    """Return whether a run pays the bank transfers of a list; else it pays all but these.

    A bank that is given a file, or simulated, pays transfers too.
    """
    by_file = provider in (Provider.FICHIER, Provider.SIMULATEUR)
    return provider == Provider.VIREMENT_BANCAIRE or (by_file and account.operateur.is_bank)


def select_chosen_payments() -> str:
    """Return the SQL of the payments that a run chooses, with their accounts."""
    return SQL["chosen_payments"].format(
        unreadable=UNREADABLE, is_out=SQL["is_out"], held=select_cash_in_hand(), readdressed=select_readdressed()
    )


def describe_inactive_account() -> Problem:
    return invalid({"operateur": [_("Le projet n'a pas de compte actif chez cet opérateur.")]})
