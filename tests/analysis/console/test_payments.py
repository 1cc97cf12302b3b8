"""Programmes, cycles, operator accounts and fees: a cycle is calculated, validated by others, and paid."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import make_user
from transfers.complaints.models import Complaint
from transfers.ledger.api import check_ledger
from transfers.operators.accounts.services import create_account, deposit_amount
from transfers.operators.models import Operator
from transfers.payments.models import Payment

pytestmark = pytest.mark.browser


def act(page, name, **fields):
    """Press an action, fill its dialog and confirm."""
    page.get_by_role("group", name="Actions").get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog")
    for field, value in fields.items():
        control = dialog.locator(f"[name={field}]")
        if value is True:
            control.check()
        elif control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    dialog.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".dit")).to_contain_text("fait", timeout=WAIT)


def the_path_tells_of_a_payment(page):
    """On the card of a household that was paid: in words, with the currency; the ledger holds."""
    assert check_ledger() == []
    paid = Payment.objects.filter(statut="reussi").select_related("beneficiaire").first()
    page.evaluate(f"location.hash = 'fiche=menage/{paid.beneficiaire.menage_id}'")
    page.locator("#parcours > summary").click(timeout=WAIT)
    event = page.locator(".parcours > li").filter(has_text="Payé")
    expect(event).to_contain_text("F CFA", timeout=WAIT)
    expect(event).not_to_contain_text("ReferenceOperateur")


def the_card_of_a_household_tells_it(page, cycle):
    paid = Payment.objects.filter(cycle=cycle, statut="reussi").first()
    page.goto(page.url.split("#")[0] + f"#fiche=menage/{paid.menage_id}")
    page.locator("#versements summary").click(timeout=WAIT)
    expect(page.locator("#versements li")).to_contain_text([re.compile(r"F\sCFA\s*Payé")], timeout=WAIT)
    expect(page.locator("#versements li a")).to_have_attribute("href", re.compile(str(cycle.id)))
    page.locator("#plaintes-menage summary").click()
    expect(page.locator("#plaintes-menage")).to_contain_text("Aucune plainte")
    expect(page.locator(".en-cours")).to_have_text("")
    expect(page.locator(".programmes-en-bref")).to_contain_text(re.compile(r"Reçu en \d+ paiements?"))
    no_serious_fault(page)
    # One that nobody has opened yet is going on, too.
    Complaint.objects.create(
        reference="PLT-1",
        categorie="paiement",
        objet="Paiement non reçu",
        beneficiaire=paid.beneficiaire,
        menage=paid.beneficiaire.menage,
        priorite="haute",
        region=paid.beneficiaire.menage.region,
        echeance=timezone.localdate() + timedelta(days=5),
    )
    page.reload()
    expect(page.locator(".en-cours")).to_contain_text("PLT-1", timeout=WAIT)


def it_is_paid(page):
    """By who has not validated it: the steps name who ordered it."""
    act(page, "Payer", fournisseur="simulateur", operateur="operator_a_money", compris=True)
    expect(page.locator(".dit")).to_contain_text("7 paiements réussis")  # what the service says of it
    expect(page.locator(".totaux")).to_contain_text(re.compile("7\\s*payés"), timeout=WAIT)
    expect(page.locator(".executions")).to_contain_text("7 sur 7 payés")
    expect(page.locator(".parcours li").last).to_contain_text("Paiement ordonné : Essai")
    expect(page.locator(".parcours li").last).to_contain_text("Caetano Sá")
    expect(page.locator(".note")).to_have_text("Tout ce qui était à payer l'est.")
    no_serious_fault(page)


def test_a_cycle_from_its_list_to_the_money(visitor, paying):
    address = f"#vue=cycles&element={paying.cycle.id}"
    page = visitor().sign_in(paying.cast.admin, address)
    expect(page.locator(".note")).to_have_text("La liste n'est pas encore calculée.", timeout=WAIT)
    act(page, "Calculer", operateur="operator_a_money")
    expect(page.locator(".carreau").first).to_contain_text("8", timeout=WAIT)
    act(page, "Appliquer les frais", operateur="operator_a_money")
    expect(page.locator(".totaux")).to_contain_text("2 000\u00a0F\u00a0CFA", timeout=WAIT)
    expect(page.locator(".totaux")).to_contain_text("en tout, frais compris")
    expect(page.locator(".parcours li").first).to_contain_text(paying.cast.admin.nom_complet)
    # A draft is not to be paid.
    expect(page.locator(".page-corps")).not_to_contain_text("À payer")
    # A list that is calculated is to be submitted.
    main = page.get_by_role("group", name="Actions").locator(".principal")
    expect(main).to_have_text("Soumettre")
    page.locator("#volet-liste").click()
    page.get_by_role("button", name="Exclure").first.click()
    page.go_back()  # who leaves the page leaves its question
    expect(page.locator("dialog.demande")).to_have_count(0)
    page.locator("#volet-liste").click()
    page.get_by_role("button", name="Exclure").first.click()
    expect(page.locator(".paiements th.droite")).to_have_text(["Montant"])
    # Four groups of tabs in one row, beside a slim menu; before anything is sent nothing can be without an answer.
    tabs = page.locator(".volets")
    expect(tabs.locator(".choix")).to_have_text(["Étapes", "À relire", "Paiements", "Sur le terrain"])
    assert tabs.first.evaluate("row => row.clientHeight < 60 && row.scrollWidth <= row.clientWidth")
    assert page.locator(".page").bounding_box()["x"] < 300
    page.locator("dialog [name=motif]").fill("Décédé")
    page.get_by_role("dialog").get_by_role("button", name="Exclure").click()
    expect(page.locator(".paiements")).to_contain_text("Décédé", timeout=WAIT)
    expect(page.locator(".carreau").first).to_contain_text("7")
    no_serious_fault(page)
    act(page, "Soumettre")
    page.locator("#volet-etapes").click()
    expect(page.locator(".note")).to_contain_text("Attend la validation", timeout=WAIT)
    awaited = page.locator(".parcours li").last
    expect(awaited).to_contain_text("Attendu : niveau 1 sur 1, Agent")
    # Whom it waits for is said once, before what can be done, with the way to give the right to somebody.
    waiting = page.locator("#attend-autrui", has_text="Personne d'autre ne peut valider ce niveau")
    expect(waiting.get_by_role("link", name="Donner ce droit")).to_have_attribute("href", re.compile("vue=comptes"))
    expect(page.get_by_text("Personne d'autre ne peut valider ce niveau")).to_have_count(1)

    other = make_user("ROLE_SUPER_ADMIN", prenom="Binta", nom="Cá")
    page = visitor().sign_in(other, address)
    act(page, "Valider", commentaire="Relu")
    expect(page.locator(".page-corps")).to_contain_text("À payer", timeout=WAIT)
    expect(page.locator(".parcours")).to_contain_text("Binta Cá", timeout=WAIT)
    expect(page.locator(".parcours")).to_contain_text("Validé, niveau 1")  # a super administrator is no agent
    expect(page.locator("#pourquoi-attendre")).to_contain_text("une autre personne la paie")
    page = visitor().sign_in(make_user("ROLE_SUPER_ADMIN", prenom="Caetano", nom="Sá"), address)
    it_is_paid(page)
    the_card_of_a_household_tells_it(page, paying.cycle)
    the_path_tells_of_a_payment(page)


@pytest.mark.slow
def test_a_run_by_file_says_what_is_awaited(visit, paying):
    cycle = paying.world.plan(month=3, amount=1_200_000)
    paying.world.fund(20_000_000)
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    expect(page.locator(".note")).to_have_text("Validé : peut être payé.", timeout=WAIT)
    act(page, "Payer", fournisseur="fichier", operateur="operator_a_money", compris=True)
    expect(page.locator(".note")).to_contain_text("leurs résultats sont attendus", timeout=WAIT)
    expect(page.locator(".totaux")).to_contain_text(re.compile("8\\s*en cours"))
    tiles = page.locator(".carreau").evaluate_all("all => all.map((one) => one.scrollWidth <= one.clientWidth)")
    assert all(tiles), "no amount is wider than its tile"
    expect(page.locator("#pas-clore")).to_contain_text("Clore le cycle » paraît ici")
    expect(page.locator("#pas-clore")).to_contain_text("il en reste 8")
    main = page.get_by_role("group", name="Actions").locator(".principal")
    expect(main).to_have_text("Fichier de paiement")
    main.click()
    chosen = page.locator("dialog [name=operateur] option:checked")
    expect(chosen).to_contain_text("8 paiements", timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Annuler").click()
    act(page, "Suspendre")
    file = page.get_by_role("button", name="Fichier de paiement")
    expect(file).to_be_disabled(timeout=WAIT)
    expect(file).to_have_accessible_description(re.compile("attend que le paiement soit repris"))
    expect(page.locator(".note.alerte")).to_contain_text("La liste reste validée, mais son paiement est suspendu")


@pytest.mark.slow
def test_payments_that_arrived_in_part_are_listed_and_cycles_summed(visit, paying):
    cycle = paying.world.plan(month=3)
    paid = list(Payment.objects.filter(cycle=cycle).order_by("id"))
    Payment.objects.filter(cycle=cycle).update(statut="reussi", date_execution=timezone.now())
    Payment.objects.filter(id=paid[0].id).update(montant_recu=paid[0].montant - 1_000)
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    page.locator("a.carreau.ambre", has_text="payé en partie").click(timeout=WAIT)
    rows = page.locator(".paiements tbody tr")
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(rows).to_contain_text(paid[0].nom_complet)
    expect(rows).to_contain_text("payé en partie")
    page.evaluate("location.hash = '#vue=cycles'")
    expect(page.locator(".paiements tfoot td").first).to_have_text(str(len(paid)), timeout=WAIT)
    page.get_by_role("button", name="Montant").click()
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Montant", timeout=WAIT)


@pytest.mark.slow
def test_payments_are_found_by_state_name_and_amount(visit, paying):
    cycle = paying.world.plan(month=3)
    failed = Payment.objects.filter(cycle=cycle).earliest("id")
    Payment.objects.filter(id=failed.id).update(statut="echoue", motif_echec="Compte fermé")
    page = visit.sign_in(paying.cast.admin, f"#vue=cycles&element={cycle.id}")
    page.locator("a.carreau").filter(has_text="échoué").click(timeout=WAIT)
    rows = page.locator(".paiements tbody tr")
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(rows).to_contain_text("Compte fermé")
    kinds = page.get_by_role("group", name="Statut")
    expect(kinds.get_by_role("button")).to_have_text(["À payer 7", "Échoué 1"])
    kinds.get_by_role("button", name="Échoué").click()
    expect(rows).to_have_count(8, timeout=WAIT)
    page.fill("[name=montantMin]", "15001")
    expect(page.get_by_text("Aucun paiement ne répond à ces filtres.")).to_be_visible(timeout=WAIT)
    expect(kinds).to_have_count(0)
    page.fill("[name=montantMin]", "15000")
    expect(rows).to_have_count(8, timeout=WAIT)
    page.fill("#cherche-paiement", failed.nom_complet)
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(rows).to_contain_text(failed.nom_complet)
    no_serious_fault(page)
    page.fill("#cherche-paiement", "Personne de ce nom")
    expect(page.get_by_text("Aucun paiement ne répond à ces filtres.")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_who_may_not_validate_is_not_offered_it_and_reads_who_may(visitor, paying):
    """Who submitted may not validate."""
    make_user("ROLE_SUPER_ADMIN", prenom="Binta", nom="Cá")
    page = visitor().sign_in(make_user("ROLE_SUPER_ADMIN"), f"#vue=cycles&element={paying.cycle.id}")
    act(page, "Calculer", operateur="operator_a_money")
    act(page, "Soumettre")
    page.locator("#volet-etapes").click()
    expect(page.locator(".page")).to_contain_text("Qui a calculé ou soumis un cycle ne le valide pas.", timeout=WAIT)
    expect(page.locator(".page")).to_contain_text("Binta Cá")
    expect(page.get_by_role("button", name="Rejeter", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Valider", exact=True)).to_have_count(0)
    # What was rejected is corrected before it is submitted again.
    page.get_by_role("button", name="Rejeter", exact=True).click()
    page.locator("dialog [name=motif]").fill("Un village manque")
    page.get_by_role("dialog").get_by_role("button", name="Rejeter", exact=True).click()
    expect(page.get_by_role("group", name="Actions").locator(".principal")).to_have_text("Recalculer", timeout=WAIT)


@pytest.mark.slow
def test_an_account_shows_its_balance_and_takes_a_deposit(visit, paying):
    page = visit.sign_in(paying.cast.admin, "#vue=tresorerie")
    page.get_by_role("button", name="Compte principal").click()
    expect(page.locator(".courbe svg")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Enregistrer un dépôt").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=montant]").fill("25000")
    dialog.locator("[name=reference]").fill("BORD-7")
    dialog.get_by_role("button", name="Enregistrer un dépôt").click()
    expect(page.locator(".dit")).to_contain_text("Nouveau solde : 525 000\u00a0F\u00a0CFA", timeout=WAIT)
    expect(page.locator(".paiements")).to_contain_text("BORD-7", timeout=WAIT)
    parts = page.locator("#composition-solde .carreau strong")
    amounts = [int(re.sub(r"[^0-9-]", "", text.replace("−", "-"))) for text in parts.all_inner_texts()]
    assert sum(amounts[:-1]) == amounts[-1] == 525_000
    page.get_by_role("button", name="Vérifier le solde").click()
    expect(page.locator(".dit")).to_contain_text("la somme de tous les mouvements", timeout=WAIT)
    no_serious_fault(page)
    page.get_by_role("button", name="Tous les comptes").click()
    page.locator("#volet-tarifs").click()
    page.locator("[name=montant]").fill("15000")
    page.get_by_role("button", name="Comparer").click()
    expect(page.locator(".page")).to_contain_text("250\u00a0F\u00a0CFA de frais", timeout=WAIT)
    no_serious_fault(page)


@pytest.mark.slow
def test_a_curve_is_by_value_date_unless_asked_otherwise(visit, paying):
    """A voucher of forty days ago that was entered today: the money was there all along."""
    deposit_amount(
        account_id=paying.world.account.compte_id,
        amount=300_000,
        reference="BORD-40",
        day=timezone.localdate() - timedelta(days=40),
        source=None,
        notes=None,
        voucher=None,
        user=paying.cast.admin,
    )
    page = visit.sign_in(paying.cast.admin, "#vue=tresorerie")
    page.get_by_role("button", name="Compte principal").click()
    words = page.locator(".courbe figcaption")
    expect(words).to_contain_text(re.compile(r": 0\sF\sCFA\."), timeout=WAIT)
    page.locator("[name=periode]").select_option("month")
    expect(words).to_contain_text(re.compile(r": 300\s000\sF\sCFA\."), timeout=WAIT)
    page.locator("[name=selon]").select_option("comptabilisation")
    expect(words).to_contain_text(re.compile(r": 0\sF\sCFA\."), timeout=WAIT)
    no_serious_fault(page)


@pytest.mark.slow
def test_an_inactive_account_offers_no_deposit(visit, paying):
    """Its curve says what it says of all accounts: nothing was the most there was."""
    create_account(
        operator=Operator.objects.get(code="operator_b_money"),
        project=paying.world.project,
        opening=0,
        values={"numero_compte": "245002", "nom_compte": "Compte fermé", "actif": False},
        user=paying.cast.admin,
    )
    page = visit.sign_in(paying.cast.admin, "#vue=tresorerie")
    page.get_by_role("button", name="Compte fermé").click()
    expect(page.locator(".courbe figcaption")).to_contain_text("Au plus : 0\u00a0F\u00a0CFA", timeout=WAIT)
    expect(page.get_by_role("button", name="Vérifier le solde")).to_be_visible()
    expect(page.get_by_role("button", name="Enregistrer un dépôt")).to_have_count(0)


@pytest.mark.slow
def test_numbers_on_a_phone_say_what_they_are(visitor, paying):
    page = visitor(390, 844).sign_in(paying.cast.admin, "#vue=tresorerie")
    cell = page.locator(".paiements td.droite", has_text="500").first
    expect(cell).to_be_visible(timeout=WAIT)
    assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Solde"'


@pytest.mark.slow
def test_a_long_reference_is_whole_on_a_phone(visitor, paying):
    paying.world.fund(1_000, "K" * 48)
    visit = visitor(390, 844)
    visit.refusals = {404}  # nobody has proposed to take it back
    page = visit.sign_in(paying.cast.admin, "#vue=tresorerie")
    page.get_by_role("button", name="Compte principal").click()
    cell = page.locator(".paiements td", has_text="KKKK").first
    expect(cell).to_be_visible(timeout=WAIT)
    assert cell.evaluate("cell => cell.getBoundingClientRect().right <= innerWidth - 16")
    page.get_by_role("button", name="Contrepasser").first.click()
    text = page.locator("dialog p", has_text="KKKK")
    expect(text).to_be_visible(timeout=WAIT)
    assert text.evaluate("text => text.scrollWidth <= text.clientWidth")


@pytest.mark.slow
def test_a_programme_on_a_phone(visitor, paying):
    page = visitor(390, 844).sign_in(paying.cast.reader_west, "#vue=programmes")
    page.get_by_role("button", name="Transferts").click()
    expect(page.locator(".page")).to_contain_text("créés manuellement", timeout=WAIT)
    page.get_by_role("button", name="Cycle de février").click()
    expect(page.locator("main h2").first).to_have_text("Cycle de février", timeout=WAIT)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    expect(page.locator(".page")).to_contain_text("ceux de vos régions")
    expect(page.get_by_role("group", name="Actions")).to_have_count(0)
    no_serious_fault(page)


def test_accounts_are_set_against_all_coming_cycles_or_none(visitor, paying):
    """Accounts are national: who sees some regions' cycles alone would read that there is enough."""
    paying.world.plan(month=3, amount=1_200_000)
    page = visitor(1280, 800).sign_in(paying.cast.admin, "#vue=tresorerie")
    expect(page.locator("#besoins .carreau").first).to_be_visible(timeout=WAIT)
    # The accounts come first.
    assert page.locator(".paiements").bounding_box()["y"] < page.locator("#besoins").bounding_box()["y"]
    page = visitor(1280, 800).sign_in(paying.cast.supervisor_west, "#vue=tresorerie")
    expect(page.get_by_role("button", name="Compte principal")).to_be_visible(timeout=WAIT)
    expect(page.locator("#besoins")).to_have_count(0)
