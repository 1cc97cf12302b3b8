"""What a programme's staff creates, retries, hands out and checks in the console, without another tool."""

import re

import pytest
from playwright.sync_api import expect

from registry.projects.models import Project
from tests.analysis.console.conftest import WAIT, no_serious_fault
from transfers.cycles.models import Cycle
from transfers.ledger.api import check_ledger
from transfers.operators.models import FeeTranche, OperatorAccount
from transfers.payments.models import Payment

pytestmark = pytest.mark.browser


def fill(page, button, **fields):
    """Fill the open dialog and confirm it."""
    dialog = page.get_by_role("dialog")
    for field, value in fields.items():
        control = dialog.locator(f"[name={field}]")
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    no_serious_fault(page)
    dialog.get_by_role("button", name=button, exact=True).click()
    expect(dialog).to_have_count(0, timeout=WAIT)


def test_a_cycle_is_created_from_its_programme(visit, paying):
    page = visit.sign_in(paying.cast.admin, f"#vue=programmes&element={paying.world.programme.id}")
    page.get_by_role("button", name="Nouveau cycle").click()
    fill(
        page, "Créer le cycle", dateDebut="2025-05-01", dateFin="2025-05-31", nom="Mai", montantParBeneficiaire="12500"
    )
    expect(page.locator("h2").first).to_have_text("Mai", timeout=WAIT)
    created = Cycle.objects.get(nom="Mai")
    assert (created.date_debut.month, created.montant_par_beneficiaire) == (5, 12_500)


def test_an_account_and_a_tranche_are_created(visit, paying):
    page = visit.sign_in(paying.cast.admin, "#vue=tresorerie")
    page.get_by_role("button", name="Nouveau compte d'opérateur").click()
    fill(
        page,
        "Ouvrir le compte",
        projetId=str(Project.objects.get().id),
        operateur="operator_b_money",
        numeroCompte="66001",
        nomCompte="Second compte",
        soldeInitial="40000",
    )
    expect(page.locator("h2").first).to_have_text("Second compte", timeout=WAIT)
    assert OperatorAccount.objects.get(numero_compte="66001").compte.solde == 40_000
    page.get_by_role("button", name="Tous les comptes").click()
    page.locator("#volet-tarifs").click()
    page.get_by_role("button", name="Nouvelle tranche").click()
    fill(
        page,
        "Ajouter la tranche",
        operateur="operator_a_money",
        numeroTranche="2",
        montantMin="100001",
        montantMax="250000",
        taxeAdministrative="75",
        fraisRetrait="125",
    )
    expect(page.locator(".page")).to_contain_text("250 000", timeout=WAIT)
    assert FeeTranche.objects.get(numero_tranche=2).frais_retrait == 125
    assert check_ledger() == []


def test_one_failed_payment_is_tried_again(visit, paying, api):
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 100}}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}&onglet=paiements")
    page.get_by_role("button", name="Relancer", exact=True).first.click()
    fill(page, "Relancer", fournisseur="fichier")
    expect(page.locator(".carreaux")).to_contain_text(re.compile("1\\s*en cours"), timeout=WAIT)
    statuses = list(Payment.objects.filter(cycle=cycle).values_list("statut", flat=True))
    assert (statuses.count("en_cours"), statuses.count("echoue")) == (1, 7)
    assert check_ledger() == []


def test_a_server_that_simulates_nothing_does_not_offer_it(visit, paying, settings):
    settings.SIMULATED_PAYMENTS = False
    cycle = paying.world.plan(month=3)
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    page.get_by_role("group", name="Actions").get_by_role("button", name="Payer", exact=True).click()
    expect(page.locator("dialog [name=fournisseur]")).to_be_visible(timeout=WAIT)
    offered = page.locator("dialog [name=fournisseur] option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == ["fichier", "gsma", "virement_bancaire", "especes"]
