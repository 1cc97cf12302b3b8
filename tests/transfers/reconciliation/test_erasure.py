"""What is left of a person in reconciliations once their household is erased."""

from registry.erasure.services import anonymise_household
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import ReconciliationEntry, StatementLine


def test_what_statements_and_people_say_of_a_person_is_erased(desk):
    titles = "reference,telephone,montant,date,libelle"
    desk.settle(*(f"{payment.reference};reussi;;2025-02-10;;" for payment in desk.payments))
    path = desk.match(f"{desk.line(0, phone='+245966111222')},Fatu Mané", f"{desk.line(1)},Aua", titles=titles)
    entry = desk.entry(path, source="sig", statut="erreur")
    desk.resolve(path, entry, "ignorer", commentaire="Le numéro est celui de Fatu")
    anonymise_household(which=str(desk.payments[0].menage_id), reason="demande")
    mine, other = (StatementLine.objects.get(reference=desk.payments[place].reference) for place in (0, 1))
    assert (mine.telephone, mine.libelle, mine.montant) == (None, None, 15_000)
    assert (other.telephone, other.libelle) == (desk.payments[1].compte_mobile, "Aua")
    assert ReconciliationEntry.objects.get(id=entry["id"]).commentaire is None
    decision = EntryDecision.objects.get()
    assert (decision.commentaire, "Fatu" in str(decision.avant)) == (None, False)
