"""A form that was never opened opens without a connection, and the notice says what a device keeps."""

import re

import pytest
from playwright.sync_api import expect

from registry.households.models import HeadOfHousehold, Household
from tests.analysis.console.conftest import WAIT, no_serious_fault, open_section
from tests.analysis.console.test_offline import DUMP, KEPT, go, wait_until_kept

pytestmark = pytest.mark.browser


def test_a_new_household_is_entered_in_a_form_that_was_never_opened(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    # The form and its lists are read once the first map stands, without being asked for.
    page.wait_for_function("() => performance.getEntriesByName('carte').length > 0", timeout=WAIT)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.includes('references/menage'))"
        " && performance.getEntriesByType('resource').some((one) => one.name.includes('/pack/form-'))",
        timeout=WAIT,
    )
    wait_until_kept(page, *KEPT)
    go(page, offline=True)
    expect(page.locator(".ligne-horsligne")).to_contain_text("Hors ligne")
    page.get_by_role("button", name="Nouveau ménage").click()
    page.fill("[name='chefMenage.nomComplet']", "Djenabu Sané", timeout=WAIT)
    open_section(page, "Lieu")
    page.select_option("[name=region]", str(registry.country.west.id))
    page.get_by_role("button", name="Suivant : Ménage").click()
    expect(page.locator("[name=region]")).to_be_hidden()  # one step is open at a time, and keeps what was typed
    page.fill("[name=tailleMenage]", "4")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".saisies li")).to_contain_text("Djenabu Sané", timeout=WAIT)
    go(page, offline=False)
    sent = page.locator("#liste-envoyees")
    code = Household.objects.filter(chef__nom_complet="Djenabu Sané").values_list("code_menage", flat=True)
    expect(sent).to_contain_text("Djenabu Sané", timeout=WAIT)
    expect(sent).to_contain_text(code.get())
    no_serious_fault(page)
    sent.get_by_role("button", name=code.get()).click()
    visit.opens_card(code.get())


@pytest.mark.slow
def test_the_notice_says_what_is_kept_and_can_be_put_away(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
    go(page, offline=True)
    notice, said = page.locator(".avis"), page.locator(".ligne-horsligne")
    expect(said).to_contain_text("Ce que vous avez ouvert", timeout=WAIT)
    expect(notice).to_be_hidden()  # told once
    expect(page.locator(".bilan .vu")).to_be_hidden()
    # What was never opened says so, as the menu does.
    page.get_by_role("button", name="Couverture").click()
    expect(page.locator(".bande .etat-offline")).to_contain_text("n'est pas gardé sur cet appareil", timeout=WAIT)
    page.get_by_role("button", name="Couverture").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(notice).to_have_text("Hors ligne", timeout=WAIT)
    notice.get_by_role("button").click()
    expect(notice).to_contain_text("pour protéger les personnes")
    notice.get_by_role("button", name="Fermer").click()
    expect(notice).to_have_text("Hors ligne")
    go(page, offline=False)
    expect(notice).to_be_hidden(timeout=WAIT)


def prepare(page) -> None:
    """Have Mansoa prepared; of each secteur the dialog tells how many households it has."""
    page.click("#terrain", timeout=WAIT)
    page.locator("dialog select[name=secteur]").select_option(label="Mansoa (Oio) · 6 ménages")
    page.get_by_role("button", name="Préparer", exact=True).click()


def expect_ready(page) -> None:
    text = re.compile(r"Mansoa est prêt\s: 6 ménages")
    expect(page.locator(".paquet .dit").first).to_contain_text(text, timeout=60_000)


@pytest.mark.slow
def test_a_secteur_is_prepared_and_opens_without_a_connection(visitor, registry):
    """The list that nobody opened, its cards and the search come from the device; what is not prepared waits."""
    visit = visitor(390, 844, has_touch=True, is_mobile=True)
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    page.get_by_role("button", name="Menu").tap()
    prepare(page)
    expect(page.locator(".terrain progress")).to_be_visible(timeout=WAIT)
    expect_ready(page)
    page.wait_for_timeout(500)  # the last answers are sealed
    go(page, offline=True)
    page.fill("#recherche", "OI-000003")
    expect(page.locator("#trouves")).to_contain_text("seul ce qui est gardé", timeout=WAIT)
    page.locator("#trouves li").first.click()
    expect(visit.card().locator(".vu")).to_contain_text("Sans connexion", timeout=WAIT)
    visit.card().get_by_role("button", name="Fermer").click()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Liste", exact=True).tap()
    expect(page.locator(".menages tbody tr")).to_have_count(6, timeout=WAIT)
    expect(page.locator(".bande .vu")).to_contain_text("Sans connexion")
    page.evaluate("location.hash = '#vue=plaintes'; dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.locator(".signe-horsligne")).to_be_visible(timeout=WAIT)


@pytest.mark.modules
@pytest.mark.slow
def test_one_lands_in_the_prepared_secteur_which_is_filtered_and_sorted_there(visit, registry):
    """A page that opens without a connection begins there; nothing of it was asked for with these filters."""
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    prepare(page)
    expect_ready(page)
    page.wait_for_timeout(500)  # the last answers are sealed
    go(page, offline=True)
    page.evaluate("import('/static/console/offline/prepared-line.js').then((one) => one.beginPrepared())")
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    expect(page.locator("#filtre-secteur option:checked")).to_have_text("Mansoa")
    expect(page.locator(".bilan strong")).to_have_text("6")
    expect(page.locator("[data-absente]")).to_have_count(0)
    page.locator(".filtres [data-valeur=pauvre]").click()
    expect(rows).to_have_count(2, timeout=WAIT)
    expect(page.locator(".bilan strong")).to_have_text("2")
    page.get_by_role("button", name="Score PMT").click()
    expect(rows.first).to_contain_text("OI-000002", timeout=WAIT)
    drawn = page.evaluate("import('/static/console/offline/held-points.js').then((one) => one.heldDrawn.value)")
    assert drawn == 2
    no_serious_fault(page)
    # Elsewhere the line leads back.
    page.get_by_role("button", name="Effacer les filtres").first.click()
    expect(page.locator(".bande .prepare")).to_contain_text("Secteur préparé : Mansoa, 6 ménages", timeout=WAIT)
    page.locator(".bande .prepare").get_by_role("button", name="Ouvrir le secteur").click()
    expect(rows).to_have_count(6, timeout=WAIT)
    rows.first.click()
    expect(visit.card().locator(".vu")).to_contain_text("Sans connexion", timeout=WAIT)


@pytest.mark.slow
def test_an_interrupted_preparation_goes_on_where_it_was(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    lost = "**/api/carte/tuiles/*/12/**"  # read last, after the cards
    page.route(lost, lambda route: route.abort())
    prepare(page)
    expect(page.locator("#terrain-interrompu")).to_contain_text("a été interrompue", timeout=30_000)
    page.unroute(lost)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Reprendre la préparation").click()
    expect_ready(page)
    assert [one for one in asked if "fiches-menages" in one or re.search(r"/api/menages/[0-9a-f-]{36}$", one)] == []


def test_what_cannot_answer_without_a_connection_looks_so(visit, registry):
    page = visit.sign_in(registry.cast.agent_west, "#bande=liste")
    visit.warned = ("Failed to load resource", "net::")
    rows = page.locator(".menages tbody tr")
    rows.filter(has_text="OI-000001").locator(".lien").click()
    visit.opens_card("OI-000001")
    wait_until_kept(page, *KEPT)
    go(page, offline=True)
    expect(page.locator("[data-absente]")).to_have_count(5, timeout=WAIT)
    expect(rows.filter(has_text="OI-000001")).not_to_have_attribute("data-absente", "")
    expect(page.locator("#assistant-question")).to_be_disabled()
    expect(page.locator("#filtre-region")).to_be_disabled()
    expect(page.locator(".filtres [data-valeur=pauvre]")).to_be_disabled()
    go(page, offline=False)
    expect(page.locator("[data-absente]")).to_have_count(0, timeout=WAIT)
    expect(page.locator("#assistant-question")).to_be_enabled()


def fill_new(page) -> None:
    page.fill("[name='chefMenage.nomComplet']", "Djenabu Sané", timeout=WAIT)
    page.fill("[name='chefMenage.numeroMobileMoney']", "955123456")
    open_section(page, "Lieu")
    page.select_option("[name=region]", index=1)
    page.wait_for_timeout(800)  # sealed once no key was pressed for a moment


def test_what_is_entered_is_offered_again_after_a_reload_and_goes_when_it_is_given_up(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=menage&element=nouveau")
    fill_new(page)
    dump = page.evaluate(DUMP)["text"]
    assert "Djenabu" not in dump and "brouillon" not in dump
    page.reload()
    offer = page.locator(".brouillon")
    expect(offer).to_contain_text("Djenabu Sané", timeout=WAIT)
    expect(offer).to_contain_text("mobile money ne sont pas gardés")
    expect(page.locator(".fiche-menage")).to_have_count(0)
    no_serious_fault(page)
    offer.get_by_role("button", name="Reprendre").click()
    expect(page.locator("[name='chefMenage.nomComplet']")).to_have_value("Djenabu Sané")
    expect(page.locator("[name='chefMenage.numeroMobileMoney']")).to_have_value("")
    assert page.locator("[name=region]").input_value() != ""
    page.reload()
    offer.get_by_role("button", name="Abandonner").click(timeout=WAIT)
    expect(page.locator("[name='chefMenage.nomComplet']")).to_have_value("")
    page.reload()
    expect(page.locator("[name='chefMenage.nomComplet']")).to_have_value("", timeout=WAIT)
    expect(offer).to_have_count(0)


@pytest.mark.slow
def test_the_draft_of_a_change_is_gone_once_it_is_sent_and_is_offered_without_a_connection(visit, registry):
    household = registry.households[2]
    page = visit.sign_in(registry.cast.agent_west, f"#vue=menage&element={household.id}")
    age = page.locator("[name='chefMenage.age']")
    age.fill("44", timeout=WAIT)
    page.wait_for_timeout(800)
    Household.objects.filter(id=household.id).update(taille_menage=7)
    page.reload()
    page.get_by_role("button", name="Reprendre").click(timeout=WAIT)
    expect(age).to_have_value("44")
    expect(page.locator("[name=tailleMenage]")).to_have_value("7")
    page.get_by_role("button", name="Enregistrer").click()
    visit.opens_card("OI-000003")
    page.goto(f"{visit.base}/#vue=menage&element={household.id}")
    expect(age).to_have_value("44", timeout=WAIT)  # the map, which comes to rest, writes the address no more
    page.reload()
    expect(age).to_have_value("44", timeout=WAIT)
    expect(page.locator(".brouillon")).to_have_count(0)


@pytest.mark.modules
@pytest.mark.slow
def test_a_draft_goes_when_its_person_signs_out_and_one_that_cannot_be_stored_warns(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=menage&element=nouveau")
    fill_new(page)
    page.evaluate("import('/static/console/server/auth.js').then((one) => one.signOut())")
    expect(page.locator("[name=email]")).to_be_visible(timeout=WAIT)
    assert page.evaluate(DUMP)["counts"]["etat"] == 0
    page = visit.sign_in(registry.cast.admin, "#vue=menage&element=nouveau")
    expect(page.locator(".fiche-menage")).to_be_visible(timeout=WAIT)
    visit.warned = ("QuotaExceededError", "offline")
    refuse = "() => { throw new DOMException('full', 'QuotaExceededError'); }"
    page.evaluate(f"void (IDBObjectStore.prototype.put = {refuse})")
    fill_new(page)
    asked = page.evaluate(
        "() => { const event = new Event('beforeunload', {cancelable: true});"
        " dispatchEvent(event); return event.defaultPrevented; }"
    )
    assert asked


@pytest.mark.slow
def test_changes_are_given_up_only_when_their_person_says_so(visit, registry):
    household = registry.households[2]
    HeadOfHousehold.objects.filter(menage=household).update(sexe="F", statut_matrimonial="veuf")
    page = visit.sign_in(registry.cast.admin, f"#fiche=menage/{household.id}")
    expect(visit.card().locator(".chef")).to_contain_text("Veuve", timeout=WAIT)
    visit.card().get_by_role("button", name="Modifier").click()
    status = page.locator("[name='chefMenage.statutMatrimonial'] option:checked")
    expect(status).to_have_text("Veuve", timeout=WAIT)
    page.locator(".fiche-menage").get_by_role("button", name="Annuler").click()  # nothing was changed
    visit.opens_card("OI-000003")
    visit.card().get_by_role("button", name="Modifier").click()
    page.select_option("[name='chefMenage.sexe']", "M", timeout=WAIT)
    expect(status).to_have_text("Veuf")
    page.locator(".fiche-menage").get_by_role("button", name="Annuler").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Abandonner les changements ?", timeout=WAIT)
    no_serious_fault(page)
    question.get_by_role("button", name="Continuer la saisie").click()
    expect(question).to_have_count(0)
    expect(page.locator("[name='chefMenage.sexe']")).to_have_value("M")
    page.locator(".fiche-menage").get_by_role("button", name="Annuler").click()
    question.get_by_role("button", name="Abandonner").click()
    visit.opens_card("OI-000003")
    visit.card().get_by_role("button", name="Modifier").click()
    expect(page.locator("[name='chefMenage.sexe']")).to_have_value("F", timeout=WAIT)
