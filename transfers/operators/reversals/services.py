"""Take back a deposit or an adjustment: one person proposes it with a reason, another one confirms it.

The ledger is only added to: an entry of its own posts the opposite of all that the mistaken one has posted. The reference
of a deposit that was taken back may be deposited again, which the database decides (`mouvement_depot_once`).
"""

from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from config.caller import Caller
from config.errors.problems import conflict, invalid_status, not_found
from config.text import format_amount
from registry.projects.api import require_writable
from transfers.ledger.api import Line, lock_accounts, post_entry
from transfers.ledger.models import Entry, EntryNature, Movement, MovementType
from transfers.operators.models import OperatorAccount
from transfers.operators.reversals.models import MovementReversal
from transfers.operators.reversals.queries import REVERSIBLE, find_movement

MANAGE: Final = "transferts.gerer_comptes"


@transaction.atomic
def reverse_movement(*, account: OperatorAccount, movement_id: UUID, reason: str, user: Caller) -> MovementReversal:
    """Propose to take a movement back, or confirm what another person has proposed.

    The reason that stays is that of the proposal. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS for what was not
    entered by hand, CONFLICT when it was taken back already or proposed by the same person, INSUFFICIENT_FUNDS when the money is
    no longer free.
    """
    movement, others = _lock_movement(account, movement_id)
    proposed = MovementReversal.objects.filter(mouvement=movement).first()
    if proposed is None:
        return _propose(account, movement, reason, user)
    if proposed.confirme_le:
        raise conflict(_("Ce mouvement est déjà contrepassé."))
    if proposed.propose_par_id == user.id:
        raise conflict(_("Vous l'avez déjà proposé : une autre personne doit le confirmer."))
    proposed.ecriture = _post_opposite(movement, others, proposed.motif, timezone.localdate(), user)
    proposed.confirme_par_id, proposed.confirme_le = user.id, timezone.now()
    proposed.save(update_fields=["ecriture", "confirme_par", "confirme_le"])
    return proposed


@transaction.atomic
def withdraw_reversal(*, account: OperatorAccount, movement_id: UUID) -> None:
    """Withdraw a proposal that nobody has confirmed. Raises as `reverse_movement` does, INVALID_STATUS without one."""
    movement, _others = _lock_movement(account, movement_id)
    deleted, _by_model = MovementReversal.objects.filter(mouvement=movement, confirme_le__isnull=True).delete()
    if not deleted:
        raise invalid_status(_("Personne n'a proposé de contrepasser ce mouvement."))


def _lock_movement(account: OperatorAccount, movement_id: UUID) -> tuple[Movement, list[Movement]]:
    """Lock the accounts of a movement's entry, and return it with all movements of the entry."""
    require_writable(account.projet)
    movement = find_movement(account, movement_id)
    if movement is None:
        raise not_found()
    if not Movement.objects.filter(REVERSIBLE, id=movement.id).exists():
        raise invalid_status(_("Seul un dépôt ou un ajustement saisi à la main se contrepasse."))
    lines = list(Movement.objects.filter(ecriture_id=movement.ecriture_id).order_by("compte_id", "numero"))
    lock_accounts(line.compte_id for line in lines)
    return movement, lines


def _propose(account: OperatorAccount, movement: Movement, reason: str, user: Caller) -> MovementReversal:
    notify(
        holders_of=MANAGE,
        category="paiement",
        type="warning",
        title=lazy("Un mouvement est à contrepasser"),
        message=lazy("Compte %(code)s : %(amount)s F CFA. Une autre personne confirme ou retire la proposition."),
        params={"code": account.code, "amount": format_amount(movement.montant)},
        link="/comptes",
        data={"compteId": str(account.compte_id), "mouvementId": str(movement.id)},
    )
    return MovementReversal.objects.create(mouvement=movement, motif=reason, propose_par_id=user.id)


def _post_opposite(movement: Movement, lines: list[Movement], reason: str, day: date, user: Caller) -> Entry:
    """Post the opposite of the movements of an entry, whose accounts are locked."""
    entry = Entry(nature=EntryNature.CONTREPASSATION, date_valeur=day, description=reason, auteur_id=user.id)
    opposite = [
        Line(line.compte_id, MovementType.AJUSTEMENT, -line.montant, movement.reference, contrepasse_id=line.id)
        for line in lines
    ]
    post_entry(entry=entry, lines=opposite)
    return entry
