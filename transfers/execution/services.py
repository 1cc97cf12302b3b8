"""Begin, suspend and resume the payment of a cycle.

A run reserves what it may take and prepares its attempts here, in one transaction. `jobs.drive_run` then goes batch by
batch: claim (prepared to sent, committed), send outside any transaction, settle. Whatever process is killed at whatever
moment: a prepared attempt was not sent, a sent one becomes unknown and is asked for, and a settled one stays.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.api import write_audit_entry
from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import conflict, forbidden, invalid_status, not_found
from config.locks import Lock, claim_lock, lock_row, lock_rows
from config.text import format_amount
from registry.projects.api import require_writable
from transfers.approvals.api import find_paying_obstacle, has_prepared_list, require_approved_list
from transfers.cycles.models import Cycle, StatutValidation
from transfers.execution.bank_transfers.services import require_transfer_rules
from transfers.execution.models import Attempt, AttemptState, Provider, Run
from transfers.execution.queries import SQL
from transfers.execution.rules import require_paying_cycle
from transfers.execution.selection.queries import (
    build_choice,
    build_run_params,
    describe_inactive_account,
    find_run_accounts,
    select_chosen_payments,
)
from transfers.execution.types import RunOptions
from transfers.ledger.api import lock_accounts, reserve_amount
from transfers.operators.fees.api import mark_used_tranches
from transfers.operators.models import OperatorAccount
from transfers.payments.api import count_readdressed
from transfers.payments.models import Payment, PaymentStatus


@transaction.atomic
def begin_runs(
    *,
    cycle: Cycle,
    options: RunOptions,
    user: Caller,
    statut: PaymentStatus = PaymentStatus.PLANIFIE,
    payment: Payment | None = None,
) -> list[Run]:
    """Begin to pay the planned (or, to try again, the failed) payments of a cycle: one run per operator.

    Checks the approved list, reserves the totals and prepares the attempts; nothing is sent yet. Raises NOT_FOUND,
    INVALID_STATUS (not validated, suspended, nothing to pay), CONFLICT when the list is not the approved one, FORBIDDEN
    for who validated it, READ_ONLY_PROJECT, VALIDATION_ERROR without an account, NOT_CONFIGURED, INSUFFICIENT_FUNDS: then
    nothing is begun.
    """
    current = _lock_cycle(cycle)
    # The programme may have been closed while the cycle was awaited.
    current.programme.refresh_from_db(fields=["statut"])
    _require_executable(current, user)
    params = build_run_params(current, options, statut, payment) | {"auteur": user.id}
    accounts = find_run_accounts(current, options, params)
    claim_lock(Lock.RUNS)
    claim_lock(Lock.PAYMENTS)
    claim_lock(Lock.ATTEMPTS)
    _lock_active_accounts(accounts)
    mark_used_tranches(account.operateur for account in accounts)
    lock_accounts([account.compte_id for account in accounts])
    runs = [_begin_run(current, account, options, params, user) for account in accounts]
    begun = [run for run in runs if run is not None]
    if not begun:
        _refuse_departed(params)
        if not params["corrected"] and (text := describe_readdressed(current)):
            raise conflict(text)
        _refuse_chosen(params, accounts, options)
        raise conflict(
            _(
                "Aucun de ces paiements ne part par ce moyen chez cet opérateur, ou leurs ménages ont déjà un paiement en"
                " cours ou réussi dans la période."
            )
        )
    _record_order(current, begun, options, user)
    return begun


def _record_order(cycle: Cycle, runs: list[Run], options: RunOptions, user: Caller) -> None:
    """Write who ordered the payment of a cycle into the history, where its validations are, too."""
    sums = Attempt.objects.filter(execution__in=runs).aggregate(number=Count("id"), amount=Sum("montant"))
    write_audit_entry(
        action="operation",
        model="ordre_paiement",
        object_id=cycle.id,
        count=sums["number"],
        details={
            "filtre": {
                "fournisseur": options.fournisseur,
                "operateur": ", ".join(sorted(run.compte.operateur.label for run in runs)),
            },
            "resultat": {
                "montant": f"{format_amount(sums['amount'])} F CFA",
                "aussi_calcule_ou_soumis": has_prepared_list(cycle, user.id),
            },
        },
    )


def require_beginnable(*, cycle: Cycle, options: RunOptions, user: Caller, statut: PaymentStatus) -> None:
    """Raise as `begin_runs` does for what can be seen before anything is locked; whether the money suffices it sees later."""
    current = Cycle.objects.select_related("programme__projet").get(id=cycle.id)
    _require_executable(current, user)
    find_run_accounts(current, options, build_run_params(current, options, statut))


def _lock_cycle(cycle: Cycle) -> Cycle:
    """Lock a cycle and the regular one of its period, so that cycles of one period begin to pay one after the other."""
    rows = Cycle.objects.filter(id__in={cycle.id, cycle.periode_ou_cycle_id}).select_related("programme__projet")
    for row in lock_rows(Lock.CYCLES, rows):
        if row.id == cycle.id:
            return row
    raise not_found()


def _refuse_departed(params: dict[str, Any]) -> None:
    """Raise CONFLICT when whoever is left to be paid was suspended, has left, or graduated before the period."""
    if departed := SQL.fetch_value("count_departed", params, is_out=SQL["is_out"]):
        raise conflict(
            ngettext(
                "%(n)d personne qui reste à payer est suspendue, sortie ou graduée : elle n'est pas payée.",
                "%(n)d personnes qui restent à payer sont suspendues, sorties ou graduées : elles ne sont pas payées.",
                departed,
            )
            % {"n": departed}
        )


def describe_readdressed(cycle: Cycle) -> str | None:
    """Say how many planned payments wait for somebody to look at an account that was corrected; None when none does."""
    if not (moved := count_readdressed(cycle.id)):
        return None
    text = ngettext(
        "Le compte de %(n)d personne a changé depuis le calcul : elle n'est pas payée, relancez son paiement.",
        "Les comptes de %(n)d personnes ont changé depuis le calcul : elles ne sont pas payées, relancez leurs paiements.",
        moved,
    )
    return text % {"n": moved}


def _refuse_chosen(params: dict[str, Any], accounts: Iterable[OperatorAccount], options: RunOptions) -> None:
    """Raise CONFLICT when a payer has the cash of whoever is left to be paid, or no account of theirs can be paid."""
    choices = [params | build_choice(account, options) for account in accounts]
    counts = [SQL.fetch_one("count_refused", choice, chosen=select_chosen_payments()) for choice in choices]
    if cash := sum(count["cash"] for count in counts):
        raise conflict(
            ngettext(
                "Un payeur a encore les espèces de %(n)d personne qui reste à payer : enregistrez d'abord le retour de sa"
                " feuille.",
                "Des payeurs ont encore les espèces de %(n)d personnes qui restent à payer : enregistrez d'abord les"
                " retours de leurs feuilles.",
                cash,
            )
            % {"n": cash}
        )
    if refused := sum(count["accounts"] for count in counts):
        raise conflict(
            ngettext(
                "Le compte de %(n)d personne qui reste à payer manque, ne se lit pas ou sert à un autre ménage :"
                " corrigez-le d'abord.",
                "Les comptes de %(n)d personnes qui restent à payer manquent, ne se lisent pas ou servent à un autre"
                " ménage : corrigez-les d'abord.",
                refused,
            )
            % {"n": refused}
        )
    if own := sum(count["own"] for count in counts):
        raise conflict(
            ngettext(
                "Vous avez corrigé le compte de %(n)d personne qui reste à payer : une autre personne relance.",
                "Vous avez corrigé les comptes de %(n)d personnes qui restent à payer : une autre personne relance.",
                own,
            )
            % {"n": own}
        )
    if unpriced := sum(count["unpriced"] for count in counts):
        raise conflict(
            ngettext(
                "Cet opérateur n'a pas de tarif pour le montant de %(n)d personne qui reste à payer : complétez sa grille.",
                "Cet opérateur n'a pas de tarif pour les montants de %(n)d personnes qui restent à payer : complétez sa"
                " grille.",
                unpriced,
            )
            % {"n": unpriced}
        )


def _require_executable(cycle: Cycle, user: Caller) -> None:
    """Raise INVALID_STATUS, READ_ONLY_PROJECT, CONFLICT or FORBIDDEN unless the user may pay the cycle now."""
    require_writable(cycle.programme.projet)
    if cycle.statut_validation != StatutValidation.VALIDE:
        raise invalid_status(_("Seul un cycle entièrement validé s'exécute."))
    require_paying_cycle(cycle)
    require_approved_list(cycle)
    if obstacle := find_paying_obstacle(cycle, user):
        raise forbidden(obstacle)


def _lock_active_accounts(accounts: Iterable[OperatorAccount]) -> None:
    """Lock the rows of accounts, so that none becomes inactive before its run has begun. Raises VALIDATION_ERROR."""
    ids = {account.compte_id for account in accounts}
    rows = lock_rows(Lock.OPERATOR_ACCOUNTS, OperatorAccount.objects.filter(compte_id__in=ids))
    if {row.compte_id for row in rows if row.actif} != ids:
        raise describe_inactive_account()


def _begin_run(
    cycle: Cycle, account: OperatorAccount, options: RunOptions, params: dict[str, Any], user: Caller
) -> Run | None:
    """Prepare the attempts of one operator and reserve their total; return None when there are none."""
    run = Run.objects.create(
        cycle=cycle,
        compte=account,
        operateur_id=account.operateur_id,
        fournisseur=options.fournisseur,
        options=_build_stored_options(account, options),
        empreinte=cycle.empreinte,
        auteur_id=user.id,
    )
    own = {"run": run.id, "operateur": account.operateur_id}
    choice = params | own | build_choice(account, options)
    if not SQL.execute("prepare_attempts", choice, chosen=select_chosen_payments(), payable=SQL["payable"]):
        run.delete()
        return None
    SQL.execute("mark_payments_running", own)
    reserve_amount(reservation_id=run.id, account_id=account.compte_id, amount=SQL.fetch_one("sum_run", own)["total"])
    return run


def _build_stored_options(account: OperatorAccount, options: RunOptions) -> dict[str, Any]:
    """Return what a run keeps of its options, and of a bank's: how many transfers each of its messages holds."""
    stored: dict[str, Any] = {"simulation": options.simulation} if options.simulation else {}
    if options.fournisseur == Provider.VIREMENT_BANCAIRE:
        stored["parMessage"] = require_transfer_rules(account.operateur).par_message
    return stored


def retry_payment(*, payment: Payment, options: RunOptions, user: Caller) -> list[Run]:
    """Begin another attempt for a payment that failed, or the first one on an account that was corrected since.

    Either goes to the present account, which another person has corrected. Raises INVALID_STATUS for any other payment,
    and as `begin_runs` does.
    """
    statut = PaymentStatus(payment.statut)
    is_moved = statut == PaymentStatus.PLANIFIE and count_readdressed(payment.cycle_id, payment.id) > 0
    if statut != PaymentStatus.ECHOUE and not is_moved:
        raise invalid_status(_("Seul un paiement échoué se relance."))
    return begin_runs(cycle=payment.cycle, options=options, user=user, statut=statut, payment=payment)


@transaction.atomic
def suspend_execution(*, cycle: Cycle) -> Cycle:
    """Stop the runs of a cycle before their next batch. Raises NOT_FOUND, INVALID_STATUS when they are stopped."""
    return _set_suspension(cycle, timezone.now(), _("L'exécution de ce cycle est déjà suspendue."))


@transaction.atomic
def resume_execution(*, cycle: Cycle) -> Cycle:
    """Let the runs of a cycle go on. Raises NOT_FOUND, INVALID_STATUS when they are not stopped."""
    return _set_suspension(cycle, None, _("L'exécution de ce cycle n'est pas suspendue."))


def _set_suspension(cycle: Cycle, moment: Any, refusal: str) -> Cycle:
    current = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle.id))
    if current.statut_validation != StatutValidation.VALIDE or bool(current.suspendu_le) == bool(moment):
        raise invalid_status(refusal)
    current.suspendu_le = moment
    current.save(update_fields=["suspendu_le", "updated_at"])
    return current


@transaction.atomic
def suspend_unsent(*, run_ids: Iterable[UUID]) -> None:
    """Suspend the cycles of those runs that have something left to send, as somebody would who stops their payment."""
    unsent = Run.objects.filter(id__in=run_ids, tentatives__etat=AttemptState.PREPAREE)
    rows = Cycle.objects.filter(id__in=unsent.values("cycle_id"), suspendu_le__isnull=True)
    for cycle in lock_rows(Lock.CYCLES, rows):
        cycle.suspendu_le = timezone.now()
        cycle.save(update_fields=["suspendu_le", "updated_at"])


def erase_attempts(subject: ErasureSubject) -> int:
    """Erase the accounts to which payments of a household went, and what operators wrote of them; that they went remains."""
    return SQL.execute("erase_attempts", {"roots": list(subject.roots)})
