"""Query which movements may be taken back, and what was decided of them."""

from uuid import UUID

from django.db.models import Count, Q

from transfers.ledger.models import EntryNature, Movement
from transfers.operators.models import OperatorAccount
from transfers.operators.reversals.models import MovementReversal

# What people entered by hand: a deposit, or an opening balance. Payments come back as returned ones; what a session of
# reconciliation or a sheet for cash has posted bears its object, and is corrected there.
REVERSIBLE = Q(
    ecriture__nature__in=[EntryNature.DEPOT, EntryNature.AJUSTEMENT],
    contrepasse__isnull=True,
    objet_id__isnull=True,
    cycle_id__isnull=True,
)


def find_movement(account: OperatorAccount, movement_id: UUID) -> Movement | None:
    """Return a movement of an account, with its entry."""
    return account.compte.mouvements.select_related("ecriture").filter(id=movement_id).first()


def find_decision(account: OperatorAccount, movement_id: UUID) -> MovementReversal | None:
    """Return what was proposed or decided of a movement of an account, with the people."""
    rows = MovementReversal.objects.filter(mouvement_id=movement_id, mouvement__compte=account.compte_id)
    return rows.select_related("propose_par", "confirme_par", "mouvement").first()


def is_freed_voucher(account_id: UUID, voucher: UUID) -> bool:
    """Return whether a voucher belongs to deposits of the account of which all but the latest were taken back."""
    rows = Movement.objects.filter(compte_id=account_id, ecriture__nature=EntryNature.DEPOT, ecriture__piece_id=voucher)
    counts = rows.aggregate(all=Count("id"), back=Count("contrepassations"))
    return bool(counts["back"] and counts["all"] - counts["back"] == 1)
