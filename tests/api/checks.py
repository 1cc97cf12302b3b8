"""What is checked of payments on both sides of the world: a sample that is asked, and a session of reconciliation."""

from tests.conftest import make_user
from transfers.payments.models import Payment
from transfers.receipts.models import ReceiptAnswer, ReceiptCheck
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession, Statement
from transfers.reconciliation.queries import count_entries


def ask_about(payment: Payment) -> tuple[ReceiptCheck, ReceiptAnswer]:
    """A sample of the payment alone, and its place for an answer."""
    part = {"regionId": str(payment.region_id), "operateur": payment.operateur_id, "population": 1, "taille": 1}
    number = ReceiptCheck.objects.filter(cycle=payment.cycle).count() + 1
    check = ReceiptCheck.objects.create(
        cycle=payment.cycle, numero=number, motif="Encore", graine=1, marge=5, confiance=95, strates=[part]
    )
    answer = ReceiptAnswer.objects.create(
        verification=check,
        paiement=payment,
        region_id=payment.region_id,
        operateur_id=payment.operateur_id,
        montant_verse=payment.montant,
    )
    return check, answer


def reconcile(payment: Payment) -> tuple[ReconciliationSession, ReconciliationEntry]:
    """The session of the payment's cycle, and the entry of the payment, which no statement names."""
    statement, _made = Statement.objects.get_or_create(
        operateur_id=payment.operateur_id, empreinte=b"97", nom="releve.csv", taille=1, format="csv", nb_lignes=1
    )
    session = ReconciliationSession.objects.filter(releve=statement).first() or ReconciliationSession.objects.create(
        code="RAP-97",
        nom="Session",
        cycle=payment.cycle,
        operateur_id=payment.operateur_id,
        releve=statement,
        date_debut="2025-02-01",
        date_fin="2025-02-28",
        statut="en_cours",
        cree_par=make_user("ROLE_USER"),
    )
    entry = ReconciliationEntry.objects.create(
        session=session,
        source="sig",
        statut="non_rapprochee",
        raison="absent_du_releve",
        paiement=payment,
        region_id=payment.region_id,
    )
    session.compteurs = count_entries(session.id)
    session.save()
    return session, entry
