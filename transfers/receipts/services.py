"""Draw samples of the paid, and store what they answer."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.erasure.api import ErasureSubject
from accounts.notifications.api import notify
from config.caller import Caller, require_reach
from config.errors.problems import Problem, forbidden, invalid, invalid_status
from config.locks import Lock, lock_row, lock_rows
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.receipts.hooks import difference_listeners
from transfers.receipts.models import Receipt, ReceiptAnswer, ReceiptCheck
from transfers.receipts.queries import SQL, count_strata
from transfers.receipts.rules import MAX_SEED, allocate_sample
from transfers.receipts.types import StoredAnswers

CHECK: Final = "transferts.rapprocher"
ANSWER_FIELDS: Final = ("recu", "montant_recu", "frais_demandes", "moyen", "date_reponse", "commentaire")


@transaction.atomic
def draw_sample(
    *, cycle: Cycle, margin: Decimal, confidence: Decimal, reason: str | None, user: Caller
) -> ReceiptCheck:
    """Draw a sample of the paid of a cycle, by region and operator, from a seed that is drawn, too, and shown.

    Nobody chooses the seed, nor draws until a sample pleases: another one needs a `reason` and another person. Raises
    FORBIDDEN unless the caller sees all regions of the cycle, or when they drew the last sample; INVALID_STATUS when
    nobody was paid; VALIDATION_ERROR without a reason.
    """
    current = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle.id))
    require_reach(user, list_paid_regions(current))
    number = _number_sample(current, reason, user)
    # Nobody settles a payment between the counting and the drawing.
    list(lock_rows(Lock.RUNS, current.executions.all()))
    strata = allocate_sample(count_strata(current.id), float(margin), float(confidence))
    if not strata:
        raise invalid_status(_("Personne n'a encore été payé dans ce cycle."))
    check = ReceiptCheck.objects.create(
        cycle=current,
        numero=number,
        motif=reason if number > 1 else None,
        graine=secrets.randbelow(MAX_SEED),
        marge=margin,
        confiance=confidence,
        strates=[
            {
                "regionId": stratum.region_id and str(stratum.region_id),
                "operateur": stratum.operateur,
                "population": stratum.population,
                "taille": stratum.taille,
            }
            for stratum in strata
        ],
        cree_par_id=user.id,
    )
    params = {
        "verification": check.id,
        "cycle": current.id,
        "seed": str(check.graine),
        "regions": [stratum.region_id for stratum in strata],
        "operators": [stratum.operateur for stratum in strata],
        "sizes": [stratum.taille for stratum in strata],
    }
    SQL.execute("draw_sample", params)
    if number > 1:
        _announce_new_sample(check)
    return check


def _number_sample(cycle: Cycle, reason: str | None, user: Caller) -> int:
    """Return the number of the next sample of a locked cycle. Raises FORBIDDEN, VALIDATION_ERROR."""
    last = cycle.verifications.order_by("-numero").first()
    if last is None:
        return 1
    if last.cree_par_id == user.id:
        raise forbidden(_("Vous avez tiré le dernier échantillon de ce cycle : une autre personne en tire un nouveau."))
    if not reason:
        raise invalid({"motif": [_("Ce cycle a déjà un échantillon : dites pourquoi un nouveau est tiré.")]})
    return last.numero + 1


def _announce_new_sample(check: ReceiptCheck) -> None:
    notify(
        title=lazy("Un nouvel échantillon est tiré"),
        message=lazy("Cycle %(code)s : échantillon %(n)d. Le motif est avec l'échantillon ; les autres restent."),
        params={"code": check.cycle.code, "n": check.numero},
        holders_of=CHECK,
        category="paiement",
        type="warning",
        link="/cycles",
        data={"cycleId": str(check.cycle_id), "verificationId": str(check.id)},
    )


@transaction.atomic
def store_answer(
    *, answer: ReceiptAnswer, values: Mapping[str, Any], user: Caller, require: Callable[[Any], None]
) -> ReceiptAnswer:
    """Store what one person answered; what was sent before is replaced. `require` checks the row under its lock.

    Raises NOT_FOUND, CONFLICT, VALIDATION_ERROR.
    """
    row = lock_row(Lock.RECEIPT_ANSWERS, ReceiptAnswer.objects.select_related("paiement").filter(id=answer.id))
    require(row)
    apply_answer(row, values, user)
    _write_answers([row], user)
    return row


@transaction.atomic
def store_answers(*, check: ReceiptCheck, answers: Mapping[str, Mapping[str, Any]], user: Caller) -> StoredAnswers:
    """Store the answers of a file by the reference of their payment; those that are refused change nothing."""
    sampled = ReceiptAnswer.objects.visible_to(user).filter(
        verification=check.id, paiement__reference__in=list(answers)
    )
    references = dict(sampled.values_list("id", "paiement__reference"))
    asked = ReceiptAnswer.objects.select_related("paiement").filter(id__in=list(references))
    rows = list(lock_rows(Lock.RECEIPT_ANSWERS, asked))
    refused: dict[str, Any] = {}
    accepted = []
    for row in rows:
        try:
            apply_answer(row, answers[references[row.id]], user)
            accepted.append(row)
        except Problem as problem:
            refused[references[row.id]] = problem.details
    _write_answers(accepted, user)
    unknown = answers.keys() - set(references.values())
    return StoredAnswers(len(accepted), refused, sorted(unknown))


def apply_answer(row: ReceiptAnswer, values: Mapping[str, Any], user: Caller) -> None:
    """Set an answer on its row, unsaved: a whole amount and none follow from `recu`. Raises VALIDATION_ERROR."""
    fields = dict.fromkeys(ANSWER_FIELDS) | {name: value for name, value in values.items() if name in ANSWER_FIELDS}
    fields["montant_recu"] = _find_received(row, values["recu"], values.get("montant_recu"))
    answered: date = values.get("date_reponse") or timezone.localdate()
    fields["date_reponse"] = answered
    paid = row.paiement.date_execution
    if paid and answered < timezone.localdate(paid):
        raise invalid({"dateReponse": [_("La réponse ne peut pas être antérieure au paiement.")]})
    for name, value in fields.items():
        setattr(row, name, value)
    row.saisi_par_id = user.id


def _find_received(row: ReceiptAnswer, receipt: str, amount: int | None) -> int:
    """Return the amount that an answer means. Raises VALIDATION_ERROR when answer and amount contradict each other."""
    whole = row.montant_verse
    if receipt == Receipt.PARTIEL:
        if amount is None or not 0 < amount < whole:
            raise invalid({"montantRecu": [_("Indiquez le montant reçu, de 1 à moins de %(n)d.") % {"n": whole}]})
        return amount
    meant = whole if receipt == Receipt.OUI else 0
    if amount is not None and amount != meant:
        raise invalid({"montantRecu": [_("Avec cette réponse, le montant reçu est %(n)d.") % {"n": meant}]})
    return meant


def _write_answers(rows: Sequence[ReceiptAnswer], user: Caller) -> None:
    """Write answers, and announce those that have become differences."""
    if not rows:
        return
    known = ReceiptAnswer.objects.filter(id__in=[row.id for row in rows])
    before = {row.id for row in known if row.is_difference}
    now = timezone.now()
    for row in rows:
        row.updated_at = now
    ReceiptAnswer.objects.bulk_update(rows, [*ANSWER_FIELDS, "saisi_par", "updated_at"], batch_size=500)
    found = [row for row in rows if row.is_difference and row.id not in before]
    if found:
        _announce_differences(found, user)


def _announce_differences(answers: Sequence[ReceiptAnswer], user: Caller) -> None:
    for listener in difference_listeners.values():
        listener(answers, user)
    cycle = Cycle.objects.get(verifications=answers[0].verification_id)
    regions = {answer.region_id for answer in answers}
    notify(
        title=lazy("Écarts dans la vérification de paiements"),
        message=lazy("Vérification du cycle %(code)s. Nouveaux écarts à traiter : %(n)d."),
        params={"code": cycle.code, "n": len(answers)},
        holders_of=CHECK,
        region_ids=None if None in regions else [region for region in regions if region],
        category="paiement",
        type="warning",
        link="/cycles",
        data={"cycleId": str(cycle.id), "verificationId": str(answers[0].verification_id)},
    )


def erase_answers(subject: ErasureSubject) -> int:
    """Erase the comments of a household's people; that they were asked remains."""
    return SQL.execute("erase_answers", {"roots": list(subject.roots)})
