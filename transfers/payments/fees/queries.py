"""Calculate the fees of the payments of a cycle.

Few amounts occur in a cycle, so fees are calculated once per amount, whatever the number of payments.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from config.caller import Caller
from config.paging import Page, paginate
from config.sql import Queries
from transfers.beneficiaries.models import ModePaiement
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.operators.fees.api import calculate_fees, list_active_tranches
from transfers.operators.models import FeeTranche, Operator
from transfers.payments.fees.types import FeeBatch, FeeTotals, PaymentFees
from transfers.payments.models import Payment, PaymentStatus

SQL = Queries(__file__, "fees.sql")


def list_operators_of_schedule(operator: Operator) -> list[str]:
    """Return the codes of the operators to which the same schedule applies."""
    return list(Operator.objects.filter(grille_id=operator.grille_id).order_by().values_list("code", flat=True))


def find_paid_mode(operator: Operator) -> ModePaiement:
    """Return the mode of the payments that an operator makes, and that its schedule applies to."""
    return ModePaiement.VIREMENT_BANCAIRE if operator.is_bank else ModePaiement.MOBILE_MONEY


def filter_payments(cycle: Cycle, user: Caller) -> QuerySet[Payment]:
    """Return the payments of a cycle which `user` sees, without excluded ones."""
    return Payment.objects.visible_to(user).filter(cycle=cycle).exclude(statut=PaymentStatus.ANNULE)


def split_payments(payments: QuerySet[Payment], operator: Operator) -> tuple[QuerySet[Payment], QuerySet[Payment]]:
    """Return the payments to which the operator's schedule may apply, and the others.

    The others have another operator, or another mode: cash costs no fees, and a transfer none of a mobile operator.
    """
    mode = Q(mode_paiement=find_paid_mode(operator))
    if not operator.is_bank:
        mode |= Q(mode_paiement__isnull=True)
    own = (Q(operateur__isnull=True) | Q(operateur__in=list_operators_of_schedule(operator))) & mode
    return payments.filter(own), payments.exclude(own)


def sum_fees(payments: QuerySet[Payment], tranches: Sequence[FeeTranche]) -> FeeTotals:
    """Return the sums of the fees of payments, by active tranches in the order of their amounts."""
    counts = payments.order_by("montant").values_list("montant").annotate(n=Count("id"))
    rows = [(calculate_fees(amount, tranches), count) for amount, count in counts]
    missing = [(fees.montant_beneficiaire, count) for fees, count in rows if fees.tranche is None]
    return FeeTotals(
        nb_paiements=sum(count for _, count in rows),
        total_montant_beneficiaires=sum(fees.montant_beneficiaire * count for fees, count in rows),
        total_frais=sum((fees.frais_total or 0) * count for fees, count in rows),
        nb_sans_tranche=sum(count for _, count in missing),
        montant_sans_tranche=min((amount for amount, _ in missing), default=None),
    )


def paginate_fees(
    payments: QuerySet[Payment], tranches: Sequence[FeeTranche], total: int, query: dict[str, Any]
) -> Page:
    """Return a page of payments with their fees; `total` is the number of payments."""
    rows = payments.only("id", "nom_complet", "montant").order_by("id")
    page = paginate(rows, query["page"], query["limit"], total)
    return page.replace_items(PaymentFees(row, calculate_fees(row.montant, tranches)) for row in page.items)


def count_unpriced_payments(cycle: Cycle) -> int:
    """Return how many planned payments have no fees although their operator has a fee schedule for their amount."""
    return int(SQL.fetch_value("count_unpriced", {"cycle": cycle.id}))


def has_many_payments(cycle: Cycle, most: int) -> bool:
    """Return whether a cycle has more than `most` payments, excluded ones among them."""
    total = PaymentTotal.objects.filter(cycle=cycle).aggregate(total=Sum("nombre"))["total"] or 0
    return bool(total > most)


def simulate_fees(cycle: Cycle, operator: Operator, query: dict[str, Any], user: Caller) -> FeeBatch:
    """Return what all payments of a cycle which `user` sees would cost if they went through one operator."""
    payments, tranches = filter_payments(cycle, user), list_active_tranches(operator)
    totals = sum_fees(payments, tranches)
    return FeeBatch(operator, totals, paginate_fees(payments, tranches, totals.nb_paiements, query))
