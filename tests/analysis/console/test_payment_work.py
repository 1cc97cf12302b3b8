"""What a programme's staff creates, retries, hands out and checks in the console, without another tool."""

import re

import pytest
from playwright.sync_api import expect

from registry.projects.models import Project
from tests.analysis.console.conftest import WAIT, no_serious_fault
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.operators.models import FeeTranche, OperatorAccount
from transfers.payments.models import Payment
from transfers.programmes.models import Programme
from transfers.receipts.models import ReceiptAnswer, ReceiptCheck

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
    expect(page.locator("main h2").first).to_have_text("Mai", timeout=WAIT)
    created = Cycle.objects.get(nom="Mai")
    assert (created.date_debut.month, created.montant_par_beneficiaire) == (5, 12_500)
    page.go_back()
    row = page.locator(".paiements tbody tr").filter(has_text="Mai")
    expect(row).to_contain_text("pas encore calculé", timeout=WAIT)
    expect(page.locator(".carreaux")).to_contain_text("Alloué aux cycles soumis ou validés")


@pytest.mark.slow
def test_a_cycle_is_created_from_the_list_of_cycles(visit, paying):
    """Of a programme that is chosen: the same form, which says what stays empty takes from the programme."""
    other = Programme.objects.get()
    other.pk, other.code, other.nom, other.frequence_paiement = None, "TX", "Appui trimestriel", "trimestriel"
    other.montant_par_beneficiaire = 20_000
    other.save(force_insert=True)
    page = visit.sign_in(paying.cast.admin, "#vue=cycles")
    visit.warned = ("Failed to load resource", "net::")
    page.route("**/api/programmes?*", lambda route: route.abort())
    page.locator("#nouveau-cycle").click(timeout=WAIT)
    expect(page.locator(".page").get_by_role("alert")).to_contain_text("connexion", timeout=WAIT)
    page.unroute("**/api/programmes?*")
    page.locator("#nouveau-cycle").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=programmeId]").select_option(label="Appui trimestriel")
    expect(dialog.locator("[data-champ=montantParBeneficiaire] small")).to_contain_text(re.compile(r"20\s000"))
    expect(dialog.locator("[data-champ=dateFin] small")).to_contain_text("chaque trimestre")
    fill(page, "Créer le cycle", dateDebut="2025-07-01")
    expect(page.locator(".fil .insigne")).to_have_text("Brouillon", timeout=WAIT)
    created = Cycle.objects.get(programme=other)
    assert (str(created.date_fin), created.montant_par_beneficiaire) == ("2025-09-30", 20_000)


@pytest.mark.slow
def test_programmes_are_listed_with_their_budgets_and_the_sums(visit, paying):
    Programme.objects.update(budget_total=1_000_000)
    Programme.objects.create(
        code="TZ", nom="Sans budget", statut="actif", projet=Project.objects.get(), date_debut="2025-01-01"
    )
    page = visit.sign_in(paying.cast.admin, "#vue=programmes")
    rows = page.locator(".paiements tbody tr")
    expect(rows).to_have_count(2, timeout=WAIT)
    expect(rows.filter(has_text="Sans budget").locator("td").last).to_have_text("–")
    expect(page.locator("tfoot")).to_contain_text("En tout, 2 programmes")
    expect(page.locator("tfoot td").last).to_have_text(re.compile(r"^\s*1\s000\s000\s*$"))
    no_serious_fault(page)


@pytest.mark.slow
def test_a_programme_is_created_changed_and_begins(visit, paying):
    west = paying.cast.agent_west.regions.get()
    page = visit.sign_in(paying.cast.admin, "#vue=programmes")
    page.get_by_role("button", name="Nouveau programme").click()
    page.get_by_role("button", name="Créer le programme").click(timeout=WAIT)
    expect(page.locator("[data-champ=nom] .faute-champ")).to_be_visible()
    page.fill("[name=nom]", "Appui de saison")
    page.fill("#f-dateDebut", "1.1.2025")
    page.fill("[name=montantParBeneficiaire]", "15000")
    page.select_option("[name=frequencePaiement]", "trimestriel")
    page.get_by_role("checkbox", name=west.nom).check()
    page.get_by_role("checkbox", name="Pauvre", exact=True).check()
    no_serious_fault(page)
    page.get_by_role("button", name="Créer le programme").click()
    expect(page.locator("main h2").first).to_have_text("Appui de saison", timeout=WAIT)
    made = Programme.objects.get(nom="Appui de saison")
    assert (made.statut, made.montant_par_beneficiaire, made.frequence_paiement) == (
        "en_preparation",
        15_000,
        "trimestriel",
    )
    assert made.categories_pauvrete_eligibles == ["pauvre"]
    assert made.regions_eligibles.get().region == west
    page.locator("#programme-modifier").click()
    page.fill("[name=objectifBeneficiaires]", "500", timeout=WAIT)
    made.seuil_pmt_max = 40
    made.save()  # by somebody else, meanwhile
    visit.refusals = {409, 412}
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("[role=alert]").filter(has_text=re.compile("."))).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name="Annuler").click()
    page.locator("#programme-modifier").click(timeout=WAIT)
    page.fill("[name=objectifBeneficiaires]", "500", timeout=WAIT)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faits").first).to_contain_text("500", timeout=WAIT)
    page.locator("#regler-recurrence").click()
    page.get_by_role("checkbox", name="Les cycles reviennent").check()
    fill(page, "Enregistrer", jourGeneration="5")
    expect(page.get_by_text("le jour de paiement est le 5.")).to_be_visible(timeout=WAIT)
    page.locator("#regler-recurrence").click()
    fill(page, "Enregistrer", jourGeneration="31")
    expect(page.get_by_text("le 31, ou le dernier jour d'un mois plus court")).to_be_visible(timeout=WAIT)
    page.locator("#programme-activer").click()
    fill(page, "Activer")
    expect(page.locator(".fil .insigne")).to_have_text("Actif", timeout=WAIT)
    made.refresh_from_db()
    assert (made.statut, made.objectif_beneficiaires, made.seuil_pmt_max) == ("actif", 500, 40)
    # The forecast beside it is what a new cycle begins with.
    page.get_by_role("button", name="Nouveau cycle").click()
    expect(page.get_by_role("dialog").locator("[name=dateDebut]")).not_to_have_value("")
    no_serious_fault(page)


@pytest.mark.slow
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
    expect(page.locator("main h2").first).to_have_text("Second compte", timeout=WAIT)
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


@pytest.mark.slow
def test_one_failed_payment_is_tried_again(visit, paying, api):
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 100}}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}&onglet=paiements")
    page.get_by_role("button", name="Relancer", exact=True).first.click()
    fill(page, "Relancer", fournisseur="fichier")
    expect(page.locator(".totaux")).to_contain_text(re.compile("1\\s*en cours"), timeout=WAIT)
    statuses = list(Payment.objects.filter(cycle=cycle).values_list("statut", flat=True))
    assert (statuses.count("en_cours"), statuses.count("echoue")) == (1, 7)
    # Its period is long over: what is open is said with what ends it, and leads from the list to it.
    expect(page.locator(".problemes")).to_contain_text("1 paiement sans résultat, 7 échoués", timeout=WAIT)
    page.get_by_role("button", name="Tous les cycles").click()
    page.get_by_role("link", name="1 paiement sans résultat, 7 échoués").click()
    expect(page.locator("#volet-paiements b")).to_have_text("8", timeout=WAIT)
    expect(page.locator(".paiements tbody tr")).to_have_count(1, timeout=WAIT)
    assert check_ledger() == []


@pytest.mark.slow
def test_a_server_that_simulates_nothing_does_not_offer_it(visit, paying, settings):
    settings.SIMULATED_PAYMENTS = False
    cycle = paying.world.plan(month=3)
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    page.get_by_role("group", name="Actions").get_by_role("button", name="Payer", exact=True).click()
    expect(page.locator("dialog [name=fournisseur]")).to_be_visible(timeout=WAIT)
    offered = page.locator("dialog [name=fournisseur] option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == ["fichier", "gsma", "virement_bancaire", "especes"]


@pytest.fixture
def in_cash(paying, api):
    """Eight people of one place who are to be paid in cash, with their run begun."""
    Beneficiary.objects.update(mode_paiement="especes")
    paying.world.beneficiaries = list(Beneficiary.objects.select_related("menage").order_by("code"))
    cycle = paying.world.plan(month=4)
    body = {"fournisseur": "especes", "operateur": "operator_a_money"}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    return cycle


@pytest.mark.slow
def test_a_sheet_from_its_issue_to_the_deposit(visit, paying, in_cash):
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={in_cash.id}&onglet=feuilles")
    # Cash goes out by sheets: neither a file nor its results are what the run waits for.
    acts = page.get_by_role("group", name="Actions")
    expect(acts.get_by_role("button", name="Suspendre")).to_be_visible(timeout=WAIT)
    expect(acts.locator(".principal")).to_have_count(0)
    page.get_by_role("button", name="Émettre les feuilles").click()
    fill(page, "Émettre les feuilles", lignes="8")
    row = page.locator(".paiements tbody tr")
    expect(row).to_contain_text("Émise", timeout=WAIT)
    with page.expect_download() as printed:
        row.get_by_role("button", name="Imprimer").click()
    assert printed.value.suggested_filename.endswith(".pdf")
    row.get_by_role("button", name="Remettre les espèces").click()
    page.get_by_role("dialog").get_by_role("button", name="Remettre les espèces").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"Cochez\s:\sLes espèces sont comptées et remises\."))
    page.get_by_role("dialog").locator("[name=compris]").check()
    fill(page, "Remettre les espèces", payeur="Awa Sanhá")
    expect(row).to_contain_text("Chez le payeur", timeout=WAIT)
    assert paying.world.balance() == (500_000 - 8 * 15_000, 0)

    row.get_by_role("button", name="Enregistrer le retour").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=statut-2]").select_option("partiel")
    dialog.locator("[name=statut-3]").select_option("echoue")
    values = {"montant-2": "5000", "motif-3": "Absente", "especesRendues": "20000", "motifManquant": "Perdu en route"}
    fill(page, "Enregistrer le retour", **values)
    expect(row).to_contain_text("Perdu en route", timeout=WAIT)
    expect(page.locator(".totaux")).to_contain_text(re.compile("7\\s*payés"))
    row.get_by_role("button", name="Verser l'argent revenu").click()
    fill(page, "Verser l'argent revenu", reference="BORD-7")
    expect(row).to_contain_text("BORD-7", timeout=WAIT)
    no_serious_fault(page)
    sheet = Sheet.objects.get()
    assert (sheet.etat, sheet.montant_rendu, sheet.montant_manquant) == ("retournee", 20_000, 5_000)
    assert paying.world.balance() == (500_000 - 8 * 15_000 + 20_000, 0)
    assert check_ledger() == []


@pytest.mark.slow
def test_a_return_that_does_not_add_up_is_said_at_its_field(visitor, paying, in_cash, api):
    client = api(paying.cast.admin)
    assert client.post(f"/api/cycles/{in_cash.id}/feuilles", {}).status_code == 201
    assert client.post(f"/api/feuilles/{Sheet.objects.get().id}/remise", {"payeur": "Awa"}).status_code == 200
    visit = visitor(390, 844)
    visit.refusals = {400}
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={in_cash.id}&onglet=feuilles")
    page.get_by_role("button", name="Enregistrer le retour").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=especesRendues]").fill("15000")
    dialog.get_by_role("button", name="Enregistrer le retour", exact=True).click()
    expect(dialog.locator("[data-champ=especesRendues] .faute-champ")).to_contain_text("signés", timeout=WAIT)
    assert dialog.evaluate("dialog => dialog.scrollWidth <= innerWidth")
    no_serious_fault(page)
    assert (Sheet.objects.get().etat, check_ledger()) == ("remise", [])


@pytest.mark.slow
def test_a_sample_is_drawn_and_answered(visitor, paying, api):
    cycle = paying.world.plan(month=3)
    body = {"fournisseur": "simulateur", "operateur": "operator_a_money"}
    assert api(paying.cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    page = visitor(390, 844).sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}&onglet=verifications")
    page.get_by_role("button", name="Tirer un échantillon").click()
    fill(page, "Tirer un échantillon", marge="5")
    expect(page.locator(".dit")).to_contain_text("8 personnes à interroger", timeout=WAIT)
    expect(page.locator(".page")).to_contain_text(f"Graine {ReceiptCheck.objects.get().graine}")
    page.get_by_role("button", name="Saisir la réponse").first.click()
    fill(page, "Enregistrer la réponse", recu="partiel", montantRecu="10000", moyen="visite")
    expect(page.locator(".page")).to_contain_text(re.compile("1 / 8"), timeout=WAIT)
    expect(page.get_by_role("button", name="Saisir la réponse")).to_have_count(7)
    page.get_by_role("button", name="Écarts").click()
    expect(page.locator(".paiements").last).to_contain_text("dit avoir reçu 10 000", timeout=WAIT)
    page.get_by_role("button", name="Corriger").click()
    expect(page.locator("dialog [name=montantRecu]")).to_have_value("10000", timeout=WAIT)
    fill(page, "Enregistrer la réponse", fraisDemandes="500")
    expect(page.locator(".paiements").last).to_contain_text("frais demandés : 500", timeout=WAIT)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    no_serious_fault(page)
    answer = ReceiptAnswer.objects.get(recu__isnull=False)
    assert (answer.recu, answer.montant_recu, answer.moyen, answer.saisi_par) == (
        "partiel",
        10_000,
        "visite",
        paying.cast.admin,
    )
