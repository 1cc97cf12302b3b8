"""What two people decide about money in the console: an unknown payment, cash that is missing, the end of a cycle."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.console.test_payment_work import fill, in_cash
from tests.conftest import make_user
from transfers.cycles.models import Cycle
from transfers.execution.closings.models import CycleClosing
from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import Attempt
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.payments.models import Payment

__all__ = ["in_cash"]
pytestmark = pytest.mark.browser
DAY = str(timezone.localdate() - timedelta(days=1))


@pytest.fixture
def colleague(paying, api):
    return api(make_user("ROLE_ADMIN", prenom="Binta", nom="Sané"))


@pytest.fixture
def sent(paying, api):
    """A cycle of eight payments that were given out by file two days ago."""
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "fichier", "operateur": "operator_a_money"}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    Attempt.objects.update(sent_at=timezone.now() - timedelta(days=2))
    return cycle


def open_page(visitor, user, address, width=1280):
    visit = visitor(width, 844)
    # Asking whether somebody has proposed something: nobody has.
    visit.refusals = {404}
    return visit.sign_in(user, address)


@pytest.mark.slow
def test_two_people_settle_a_payment(visitor, paying, sent, colleague):
    page = open_page(visitor, paying.cast.admin, f"#vue=cycles&element={sent.id}&onglet=paiements", width=390)
    page.get_by_role("button", name="Régler").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Deux personnes en décident")
    page.get_by_role("dialog").locator("[name=resultat]").select_option("partiel")
    assert page.get_by_role("dialog").evaluate("dialog => dialog.scrollWidth <= innerWidth")
    fill(page, "Proposer", montant="9000", dateOperation=DAY, motif="Lettre de l'opérateur")
    (proposed,) = ManualOutcome.objects.all()
    assert (proposed.montant_recu, proposed.confirme_le) == (9_000, None)
    body = {"resultat": "partiel", "montant": 9_000, "dateOperation": DAY, "motif": "Lu"}
    path = f"/api/paiements/{proposed.tentative.paiement_id}/regler"
    assert colleague.post(path, body).json()["data"]["statut"] == "confirme"
    assert (Payment.objects.get(statut="reussi").montant_recu, check_ledger()) == (9_000, [])
    page.reload()
    totals = page.locator(".totaux")
    expect(totals).to_contain_text(re.compile(r"soit 6\s000.*9\s000\sF\sCFAarrivés"), timeout=WAIT)
    paid = page.locator(".paiements tbody tr").filter(has_text="Payé")
    expect(paid).to_contain_text(re.compile(r"9\s000\sF\sCFAsur 15\s000.*payé en partie"), timeout=WAIT)


@pytest.mark.slow
def test_what_a_colleague_proposed_is_confirmed_as_it_stands(visitor, paying, sent, colleague):
    payment = Payment.objects.latest("id")
    body = {"resultat": "echoue", "dateOperation": DAY, "motif": "Compte clos", "referenceOperateur": "OM-7"}
    assert colleague.post(f"/api/paiements/{payment.id}/regler", body).status_code == 200
    page = open_page(visitor, paying.cast.admin, f"#vue=cycles&element={sent.id}&onglet=paiements")
    page.get_by_role("button", name="Régler").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Binta Sané propose cela")
    expect(dialog).to_contain_text("Compte clos")
    expect(dialog.locator("[name=resultat]")).to_have_value("echoue")
    fill(page, "Confirmer", motif="Lettre lue")
    expect(page.locator(".totaux")).to_contain_text(re.compile("1\\s*échoué"), timeout=WAIT)
    found = Payment.objects.get(id=payment.id)
    assert (found.statut, found.motif_echec, check_ledger()) == ("echoue", "Compte clos", [])


@pytest.mark.slow
def test_a_cycle_is_closed(visitor, paying, api, colleague):
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 100}}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    assert colleague.post(f"/api/cycles/{cycle.id}/cloturer", {"motif": "Introuvables"}).status_code == 200
    page = open_page(visitor, paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    # Who may confirm it reads it before any button is pressed.
    expect(page.locator("#cloture-proposee")).to_contain_text("Introuvables", timeout=WAIT)
    page.get_by_role("button", name="Clore le cycle").click()
    expect(page.get_by_role("dialog")).to_contain_text("8 personnes de ce cycle ne seront plus payées")
    fill(page, "Confirmer", motif="Vu sur place")
    expect(page.locator(".page")).to_contain_text("Clos le", timeout=WAIT)
    expect(page.get_by_role("button", name="Relancer")).to_have_count(0)
    no_serious_fault(page)
    assert Cycle.objects.get(id=cycle.id).clos_le == CycleClosing.objects.get().confirme_le
    assert check_ledger() == []


@pytest.mark.slow
def test_a_proposal_is_withdrawn(visitor, paying, api, colleague):
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 100}}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    colleague.post(f"/api/cycles/{cycle.id}/cloturer", {"motif": "Introuvables"})
    page = open_page(visitor, paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    page.get_by_role("button", name="Clore le cycle").click()
    page.get_by_role("dialog").locator("[name=retirer]").check()
    fill(page, "Confirmer", motif="Trop tôt")
    assert not CycleClosing.objects.exists()
    expect(page.locator("#cloture-proposee")).to_have_count(0, timeout=WAIT)
    # What one proposed oneself can only be withdrawn: it is not offered to be proposed twice.
    api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/cloturer", {"motif": "Partis"})
    page.reload()
    page.get_by_role("button", name="Clore le cycle").click()
    expect(page.get_by_role("dialog")).to_contain_text("une autre personne doit la confirmer", timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Retirer ma proposition").click()
    expect(page.locator("#cloture-proposee")).to_have_count(0, timeout=WAIT)
    assert not CycleClosing.objects.exists()


@pytest.mark.slow
def test_missing_cash_is_written_off(visitor, paying, in_cash, api, colleague):
    first, second = api(make_user("ROLE_ADMIN")), api(paying.cast.admin)
    assert first.post(f"/api/cycles/{in_cash.id}/feuilles", {}).status_code == 201
    sheet = Sheet.objects.get()
    assert first.post(f"/api/feuilles/{sheet.id}/remise", {"payeur": "Awa"}).status_code == 200
    lines = [{"numero": n, "statut": "reussi"} for n in range(1, 8)]
    lines.append({"numero": 8, "statut": "echoue", "motif": "Absente"})
    body = {"lignes": lines, "especesRendues": 10_000, "motifManquant": "Volé"}
    assert first.post(f"/api/feuilles/{sheet.id}/retour", body).status_code == 200
    loss = {"motif": "Plainte déposée", "montantRetrouve": 1_000, "reference": "BORD-9"}
    assert colleague.post(f"/api/feuilles/{sheet.id}/manquant", loss).status_code == 200
    page = open_page(visitor, paying.cast.admin, f"#vue=cycles&element={in_cash.id}&onglet=feuilles", width=390)
    row = page.locator(".paiements tbody tr")
    expect(row).to_contain_text("Une décision attend une deuxième personne", timeout=WAIT)
    row.get_by_role("button", name="Solder ce qui manque").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Plainte déposée")
    expect(dialog.locator("[name=montantRetrouve]")).to_have_value("1000")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= innerWidth")
    fill(page, "Confirmer", motif="Vu avec la police")
    expect(row).to_contain_text("Soldé", timeout=WAIT)
    expect(row.get_by_role("button", name="Solder ce qui manque")).to_have_count(0)
    assert second.get(f"/api/feuilles/{sheet.id}/manquant").json()["data"]["montantPerdu"] == 4_000
    assert (LedgerAccount.objects.get(nature="pertes").solde, check_ledger()) == (4_000, [])
