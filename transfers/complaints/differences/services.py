"""Take a complaint for each payment of which a person received less, or was asked for money."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.text import format_amount
from transfers.complaints.models import OPEN_STATUSES, Complaint, Origin, Priority
from transfers.complaints.notices.services import notify_new_complaints
from transfers.complaints.services import store_complaint
from transfers.complaints.teams.models import Category
from transfers.payments.models import Payment
from transfers.receipts.models import ReceiptAnswer


@transaction.atomic
def take_differences(answers: Sequence[ReceiptAnswer], user: Caller) -> None:
    """Take complaints about payments, unless an open one of the same check stands (listens to `difference_listeners`).

    Money asked for is corruption; less money than was paid is about the payment.
    """
    ids = [answer.paiement_id for answer in answers]
    known = Complaint.objects.filter(paiement__in=ids, canal=Origin.VERIFICATION, statut__in=OPEN_STATUSES)
    standing = set(known.values_list("paiement_id", "categorie"))
    payments = Payment.objects.select_related("beneficiaire__menage", "cycle").in_bulk(ids)
    new = []
    for answer in answers:
        category = Category.CORRUPTION if answer.frais_demandes else Category.PAIEMENT
        if (answer.paiement_id, category) not in standing:
            new.append(_take_difference(answer, payments[answer.paiement_id], category, user))
    notify_new_complaints(complaints=new, by=user.id)


def _take_difference(answer: ReceiptAnswer, payment: Payment, category: Category, user: Caller) -> Complaint:
    if category == Category.CORRUPTION:
        title = _("De l'argent a été demandé pour un paiement")
        text = _("%(paid)s F CFA versés, %(received)s reçus, %(fees)s demandés.")
    else:
        title = _("Un paiement n'a pas été reçu en entier")
        text = _("%(paid)s F CFA versés, %(received)s reçus.")
    amounts = {
        "paid": format_amount(answer.montant_verse),
        "received": format_amount(answer.montant_recu or 0),
        "fees": format_amount(answer.frais_demandes or 0),
    }
    return store_complaint(
        values={
            "objet": title,
            "description": text % amounts,
            "categorie": category,
            "priorite": Priority.HAUTE,
            "canal": Origin.VERIFICATION,
            "paiement": payment,
            "beneficiaire": payment.beneficiaire,
            "cycle": payment.cycle,
        },
        user=user,
    )
