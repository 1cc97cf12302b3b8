"""Propose, confirm and withdraw the outcome of an attempt that stays unknown."""

from datetime import datetime, time, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import conflict, invalid, invalid_status
from transfers.execution.manual_outcomes.models import DecidedResult, ManualOutcome
from transfers.execution.manual_outcomes.queries import find_open_attempt
from transfers.execution.models import Attempt, AttemptState, Provider, Run
from transfers.execution.settlement.services import announce_end, lock_runs, settle_sent_outcomes
from transfers.execution.types import Outcome
from transfers.payments.models import Payment

# What has to be equal in a confirmation; the reason may be said in other words.
DECIDED: Final = ("resultat", "montant_recu", "reference_operateur", "date_operation")


@transaction.atomic
def decide_outcome(*, payment: Payment, values: dict[str, Any], user: Caller) -> ManualOutcome:
    """Propose what became of a payment, or confirm what another person has proposed: then it is settled so.

    Four eyes: a second person says the same. The first may propose something else meanwhile. Raises INVALID_STATUS for a
    payment that is not unknown, or not for long enough; VALIDATION_ERROR for an amount that is not part of the ordered one,
    or a reference of the operator that another payment has; CONFLICT for a confirmation by the same person, or of
    something else, and when nothing could be settled.
    """
    runs, attempt = _lock_unknown_attempt(payment)
    _require_possible_amount(attempt, values)
    _require_free_reference(attempt, values)
    proposed = ManualOutcome.objects.filter(tentative=attempt).first()
    if proposed is None:
        return ManualOutcome.objects.create(tentative=attempt, propose_par_id=user.id, **values)
    if proposed.confirme_le:
        raise conflict(_("Deux personnes en ont déjà décidé."))
    is_same = all(getattr(proposed, name) == values.get(name) for name in DECIDED)
    if proposed.propose_par_id == user.id:
        return _propose_anew(proposed, values, is_same=is_same)
    if not is_same:
        raise conflict(
            _("Une autre personne propose autre chose : mettez-vous d'accord, puis confirmez la même chose.")
        )
    _settle(runs, attempt, proposed)
    proposed.confirme_par_id, proposed.confirme_le = user.id, timezone.now()
    proposed.save(update_fields=["confirme_par", "confirme_le"])
    return proposed


@transaction.atomic
def withdraw_outcome(*, payment: Payment) -> None:
    """Withdraw a proposal that nobody has confirmed. Raises INVALID_STATUS when there is none."""
    _runs, attempt = _lock_unknown_attempt(payment, is_patient=False)
    deleted, _by_model = ManualOutcome.objects.filter(tentative=attempt, confirme_le__isnull=True).delete()
    if not deleted:
        raise invalid_status(_("Personne n'a proposé de résultat pour ce paiement."))


def _lock_unknown_attempt(payment: Payment, *, is_patient: bool = True) -> tuple[list[Run], Attempt]:
    """Lock the run of the payment's attempt that has no outcome. Raises INVALID_STATUS."""
    found = find_open_attempt(payment)
    if found is None:
        raise invalid_status(_("Ce paiement n'attend aucun résultat."))
    runs = lock_runs([found.execution_id])
    # Read again: it may have been settled while the run was awaited.
    attempt = find_open_attempt(payment)
    if attempt is None or attempt.id != found.id:
        raise invalid_status(_("Ce paiement vient de recevoir son résultat."))
    if attempt.etat == AttemptState.PREPAREE:
        raise invalid_status(_("Ce paiement n'est pas encore parti : suspendez l'exécution, ou attendez."))
    if runs[0].fournisseur == Provider.ESPECES:
        raise invalid_status(_("Ce paiement est en espèces : saisissez le retour de sa feuille."))
    hours = settings.MANUAL_OUTCOME_HOURS
    if is_patient and (attempt.sent_at is None or attempt.sent_at > timezone.now() - timedelta(hours=hours)):
        message = _("Ce paiement est parti il y a moins de %(hours)d heures : attendez la réponse de l'opérateur.")
        raise invalid_status(message % {"hours": hours})
    return runs, attempt


def _require_possible_amount(attempt: Attempt, values: dict[str, Any]) -> None:
    amount = values.get("montant_recu")
    if amount is not None and not 0 < amount < attempt.montant:
        message = _("Pour un paiement partiel, indiquez le montant arrivé, de 1 à moins de %(expected)s.")
        raise invalid({"montant": [message % {"expected": attempt.montant}]})
    if attempt.sent_at and values["date_operation"] < timezone.localdate(attempt.sent_at):
        raise invalid({"dateOperation": [_("Le paiement n'était pas encore parti.")]})


def _require_free_reference(attempt: Attempt, values: dict[str, Any]) -> None:
    """Raise VALIDATION_ERROR for a reference that the operator gave another payment: it is believed of neither."""
    reference = values.get("reference_operateur")
    others = Attempt.objects.filter(operateur_id=attempt.operateur_id, reference_operateur=reference)
    if reference and others.exclude(id=attempt.id).exists():
        message = _("La référence de l'opérateur « %(value)s » est déjà celle d'un autre paiement.")
        raise invalid({"referenceOperateur": [message % {"value": reference}]})


def _propose_anew(proposed: ManualOutcome, values: dict[str, Any], *, is_same: bool) -> ManualOutcome:
    if is_same:
        raise conflict(_("Vous l'avez déjà proposé : une autre personne doit le confirmer."))
    for name, value in values.items():
        setattr(proposed, name, value)
    proposed.propose_le = timezone.now()
    proposed.save(update_fields=[*values, "propose_le"])
    return proposed


def _settle(runs: list[Run], attempt: Attempt, decided: ManualOutcome) -> None:
    """Settle an attempt as two people decided. Raises CONFLICT when that settles nothing."""
    is_paid = decided.resultat != DecidedResult.ECHOUE
    noon = timezone.make_aware(datetime.combine(decided.date_operation, time(12)))
    outcome = Outcome(
        id=attempt.id,
        etat=AttemptState.CONFIRMEE if is_paid else AttemptState.REJETEE,
        reference_operateur=decided.reference_operateur,
        motif=None if is_paid else decided.motif,
        montant_recu=decided.montant_recu,
        moment=min(noon, timezone.now()),
    )
    counts = settle_sent_outcomes(runs=runs, outcomes=[outcome])
    if counts.reussis + counts.echoues != 1:
        raise conflict(_("Ce résultat n'a pas pu être enregistré : le paiement reste sans résultat."))
    announce_end(runs)
