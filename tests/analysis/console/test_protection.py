"""The pages of services for survivors: who sees them, what they do, and what they leave behind (nothing)."""

import io
import re
from datetime import date
from typing import Any

import openpyxl
import pytest
from django.contrib.gis.geos import Point
from playwright.sync_api import Page, expect

from accounts.audit.models import Trace
from accounts.tokens.models import Session
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.sealed_forms.keys import CaseKey, make_private_key
from geo.facilities.models import VbgService
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.vbg.cases import add_cases
from tests.analysis.vbg.collecting import KOBO, build_row, configure
from tests.analysis.vbg.encrypting import CASE, Phone
from tests.registry.survey_platforms.platform import running

pytestmark = pytest.mark.browser


@pytest.fixture
def services(registry: Any) -> Any:
    place = {"region": registry.country.west, "secteur": registry.country.north, "geom": Point(-15.5, 12.75, srid=4326)}
    VbgService.objects.create(
        nom="Ponto de Escuta", code="S1", type="centre_ecoute", horaires="24h/24", telephone="+245 955 123 456", **place
    )
    VbgService.objects.create(nom="Casa Nova", code="S2", type="hebergement", **place)
    return registry


def expect_soon(holds: Any, page: Page) -> None:
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it does not come to hold")


def left_behind(page: Page) -> str:
    """The address, the title and what the browser stores."""
    return str(page.evaluate("[location.href, document.title, {...localStorage}, {...sessionStorage}]"))


@pytest.mark.slow
def test_the_directory_leaves_nothing_behind(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.vbg, "#vue=protection")
    expect(page.locator(".page-protection tbody tr")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".plan circle")).to_have_count(2, timeout=WAIT)
    expect(page.locator("#confidentiels")).to_contain_text("Services confidentiels compris")
    page.get_by_role("row", name=re.compile("Casa Nova")).hover()
    expect(page.locator(".plan circle.vise")).to_have_attribute("aria-label", re.compile("Casa Nova"))
    page.fill("#cherche-service", "Casa")
    page.press("#cherche-service", "Enter")
    expect(page.locator(".page-protection tbody tr")).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name="Casa Nova").first.click()
    expect(page.locator("#service-ouvert")).to_contain_text("Restreint", timeout=WAIT)
    no_serious_fault(page)
    kept = left_behind(page)
    assert not any(word in kept for word in ("Casa", str(VbgService.objects.get(code="S2").id), "12.75"))


@pytest.mark.slow
def test_the_map_is_there_without_the_names_of_sectors(visit: Any, services: Any) -> None:
    """They are many villages to read; who looks for a service must not wait for them."""
    visit.refusals = {503}
    visit.page.route("**/api/carte/hierarchy*", lambda route: route.fulfill(status=503, json={"success": False}))
    page = visit.sign_in(services.cast.vbg, "#vue=protection")
    expect(page.locator(".plan circle")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".plan text")).to_have_count(0)
    point = page.locator(".plan circle").first
    before = point.get_attribute("cx")
    page.locator(".plan-zoom button").first.click()
    expect(page.locator(".plan.proche")).to_have_count(1)
    page.locator(".plan-zoom button").last.click()
    expect(point).to_have_attribute("cx", str(before))
    expect(page.locator(".plan-types li")).to_have_text(["Centre d'écoute", "Centre d'accueil"])
    no_serious_fault(page)


@pytest.mark.slow
def test_the_page_empties_itself(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.vbg, "#vue=protection")
    expect(page.locator(".page-protection tbody tr")).to_have_count(2, timeout=WAIT)
    # As a telephone that wakes up: its timers stood still, its clock did not.
    page.evaluate("{ const now = Date.now(); Date.now = () => now + 6 * 60_000 }")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".page-protection tbody tr")).to_have_count(0, timeout=WAIT)
    assert "Casa" not in page.content()
    expect(page.locator("dialog [name=email]")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_escape_twice_leaves_at_once_and_for_good(visit: Any, services: Any) -> None:
    """A harmless page stands in its place; the session is over, and the way back leads to the sign-in."""
    visit.page.goto(f"{visit.base}/aide?langue=fr")
    page = visit.sign_in(services.cast.vbg, "#vue=protection")
    expect(page.locator(".page-protection tbody tr")).to_have_count(2, timeout=WAIT)
    page.get_by_role("button", name="Analyse").click()  # a tab is no step of the way back
    expect(page.locator(".lecture")).to_be_visible(timeout=WAIT)
    no_serious_fault(page)
    page.keyboard.press("Escape")
    page.wait_for_timeout(1_100)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sortie rapide")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url("**/calendrier?langue=fr")
    assert not re.search(
        "tabanca|protection|surviv|violence|vbg", page.title() + page.inner_text("html"), re.IGNORECASE
    )
    # What tells the service outlives the page: nothing of the page hears the answer.
    expect_soon(lambda: not Session.objects.filter(user=services.cast.vbg, ended_at__isnull=True).exists(), page)
    assert left_behind(page).count("protection") == 0
    page.go_back()
    page.wait_for_url("**/aide?langue=fr")
    page.goto(f"{visit.base}/#vue=protection")
    expect(page.locator("dialog [name=email]")).to_be_visible(timeout=WAIT)
    assert "Casa" not in page.content() and "protection" not in page.url
    page.goto(f"{visit.base}/aide?langue=fr")
    page.go_back()  # not even the sign-in
    page.wait_for_url("**/calendrier?langue=fr")


@pytest.mark.slow
def test_a_referral_and_its_card(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=orientation")
    page.get_by_text("Par coordonnées GPS").click()
    page.fill("[name=latitude]", "12.76")
    page.fill("[name=longitude]", "-15.51")
    page.get_by_role("button", name="Chercher les services").click()
    expect(page.locator(".orientations li")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".orientations")).to_contain_text("Ouvert maintenant")
    no_serious_fault(page)
    with page.expect_download() as card:
        page.get_by_role("button", name="Fiche à imprimer").click()
    assert card.value.suggested_filename == "fiche.pdf"
    assert "12.76" not in left_behind(page)
    # The place and, by their numbers, the services found; a telephone is called only where there is one.
    expect(page.locator("#orientations .plan-chiffre")).to_have_text(["A", "1", "2"], timeout=WAIT)
    expect(page.locator("#orientations .plan-lieu")).to_have_count(1)
    expect(page.locator(".orientations a[href='tel:+245955123456']")).to_have_count(1)
    assert page.locator(".orientations").inner_text().count("Horaires inconnus") == 1
    assert "appelez" not in page.locator(".orientations").inner_text()
    expect(page.locator(".orientations")).to_contain_text("renseignez-vous auprès de Ponto de Escuta")
    # No service for survivors gives care: the ordinary one is named, as what it is.
    expect(page.locator("#soins-ordinaires")).to_contain_text("Centro de Saúde de Mansoa", timeout=WAIT)
    care, special = page.locator("#soins-ordinaires"), page.locator(".orientations")
    expect(care).to_contain_text("non spécialisés")
    assert care.bounding_box()["y"] < special.bounding_box()["y"], "what cannot wait comes first"
    page.get_by_role("button", name="Abri").click()
    expect(page.locator(".orientations li")).to_have_count(1)
    expect(page.locator(".orientations")).to_contain_text("Casa Nova")
    expect(page.get_by_role("button", name="Collecte", exact=True)).to_have_count(0)  # nothing is connected


@pytest.mark.slow
def test_a_place_is_chosen_by_its_name_or_on_the_map(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=orientation")
    page.select_option("[name=lieu-region]", "Oio")
    expect(page.locator("[name=lieu-region]")).to_have_value("Oio")  # it stays beside what follows from it
    page.select_option("[name=lieu-secteur]", "Mansoa")
    expect(page.locator("[name=lieu-secteur]")).to_have_value("Mansoa")
    expect(page.locator(".orientations li")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".a-toucher .plan-lieu")).to_be_visible()
    before = page.locator(".plan-lieu circle").first.get_attribute("cx")
    page.select_option("[name=lieu-village]", label="Cutia")
    page.locator(".plan.a-toucher").click(position={"x": 200, "y": 100})
    expect(page.locator(".a-toucher .plan-lieu circle")).not_to_have_attribute("cx", str(before), timeout=WAIT)
    assert "Cutia" not in left_behind(page) and "lieu" not in page.url


@pytest.mark.slow
def test_the_role_begins_where_its_work_is(visit: Any, services: Any) -> None:
    """No map of households that it may not see, and no refusal: `visit` fails on any."""
    page = visit.sign_in(services.cast.vbg)
    expect(page.locator("h1").last).to_have_text("Protection", timeout=WAIT)
    page.get_by_role("button", name="Carte").first.click()
    expect(page.locator("#couche-services_vbg")).to_be_checked(timeout=WAIT)
    expect(page.locator("#couche-menages")).to_have_count(0)
    page.evaluate("location.hash = 'couches=menages,services_vbg'")  # as a colleague sends it
    expect(page.locator(".legende-carte")).to_have_text("Services VBG")
    expect(page.get_by_text("Accès non autorisé")).to_have_count(0)


@pytest.mark.slow
def test_who_may_not_open_the_page_does_not_read_what_it_is_about(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.agent_west, "#vue=protection")
    expect(page.locator(".page h1")).to_have_text("Page réservée à d'autres rôles", timeout=WAIT)
    expect(page.get_by_text("survivantes")).to_have_count(0)
    assert page.title() == "Tabanca"


@pytest.mark.slow
def test_a_workbook_is_tried_then_imported(visit: Any, services: Any, settings: Any, tmp_path: Any) -> None:
    settings.FILES_ROOT = tmp_path
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Código", "Nome do serviço", "Tipo", "Região"])
    book.active.append(["S9", "Tribunal de Mansoa", "tribunal", "Oio"])
    book.save(file)
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=classeur")
    page.set_input_files("#f-file", {"name": "servicos.xlsx", "mimeType": "application/zip", "buffer": file.getvalue()})
    page.get_by_role("button", name="Envoyer et analyser").click()
    expect(page.locator("[name=vers-nom]")).to_have_value("Nome do serviço", timeout=WAIT)
    no_serious_fault(page)
    page.get_by_role("button", name="Importer", exact=True).click()
    expect(page.locator(".dit")).to_have_text("Essai : rien n'a été écrit.", timeout=WAIT)
    assert not VbgService.objects.filter(code="S9").exists()
    page.uncheck("[name=dryRun]")
    page.get_by_role("button", name="Importer", exact=True).click()
    expect(page.locator(".dit")).to_have_text("Le classeur est importé.", timeout=WAIT)
    assert VbgService.objects.get(code="S9").nom == "Tribunal de Mansoa"


@pytest.mark.slow
def test_a_form_is_synchronised(visit: Any, services: Any, settings: Any) -> None:
    with running() as platform:
        configure(settings, platform.url)
        platform.rows = [build_row(KOBO, 1) | {"g/nom": "Ponto novo", "nom": "Ponto novo", "typeService": "ong"}]
        page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=collecteur")
        page.get_by_role("button", name="Ménages").click()
        expect(page.locator("[name=vers-nom]")).to_have_value("g/nom", timeout=WAIT)
        page.select_option("[name=vers-typeService]", "g/sexe")
        platform.rows[0]["g/sexe"] = "ong"
        page.select_option("[name=vers-region]", "")
        page.get_by_role("button", name="Synchroniser", exact=True).click()
        expect(page.locator(".page-protection .carreaux").last).to_contain_text("soumissions vues", timeout=WAIT)


@pytest.mark.slow
def test_cases_that_were_collected_are_taken_over(visit: Any, services: Any, settings: Any) -> None:
    """The numbers are shown to who reads cases; a form in the clear is only warned of."""
    key = make_private_key()
    phone = Phone(KOBO, CaseKey(key).build_public_text())
    phone.send(1)
    phone.send(2, rubrique="?")
    with running() as platform:
        configure(settings, platform.url)
        settings.VBG_FORMS, settings.VBG_CASE_FORMS, settings.VBG_CASE_KEY = [], [phone.form], key
        platform.rows, platform.files = list(phone.sent.values()), phone.files
        platform.encrypted, platform.questions = True, list(CASE)
        page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=collecteur")
        page.get_by_role("button", name="Reprendre les cas").click()
        page.get_by_role("button", name="Orientation", exact=True).click()
        page.get_by_role("button", name="Collecte", exact=True).click()  # it stays: forms are connected
        expect(page.locator("#collecte-cas .carreau strong")).to_have_text(["1", "0", "0", "1"], timeout=WAIT)
        expect(page.locator("#collecte-cas")).to_contain_text("La rubrique manque, ou n'est pas connue.")
        no_serious_fault(page)
        platform.encrypted = False
        page.reload()
        expect(page.locator("#collecte-cas .alerte")).to_contain_text("n'est pas chiffré", timeout=WAIT)
        expect(page.get_by_role("button", name="Reprendre les cas")).to_have_count(0)
        page.wait_for_load_state("networkidle")  # the page asks the platform for its forms, too
    with become_case_role():
        assert Case.objects.filter(rubrique="mariage_force").count() == 1


@pytest.mark.slow
def test_who_may_not_is_not_offered_the_page(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.reader_west, "#vue=protection")
    expect(page.locator(".page .etat")).to_be_visible(timeout=WAIT)
    assert "Ponto de Escuta" not in page.content()


@pytest.mark.modules
def test_the_analysis_says_what_it_hides_and_why(visitor: Any, services: Any, tmp_path: Any) -> None:
    listening, west, month = VbgService.objects.get(code="S1"), services.country.west, date(2025, 3, 1)
    add_cases(40, west, secteur_id=services.country.north.id, service_id=listening.id, cle=0, mois=month)
    add_cases(3, west, secteur_id=services.country.south.id, rubrique="mariage_force", mois=month)
    visit = visitor(390, 844)
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=analyse")
    told = page.locator("tr", has_text="Violence physique").first
    expect(told).to_contain_text("24", timeout=WAIT)
    expect(page.locator("tr", has_text="Mariage forcé").first.locator(".masque").first).to_have_text("non communiqué")
    expect(page.locator(".lecture")).to_contain_text("Les parties ne font pas le total")
    expect(page.locator(".lecture")).to_contain_text("Ce n'est jamais zéro")
    page.get_by_role("button", name="Filtres").click()
    for field in ("#f-du", "#f-au"):
        page.fill(field, "3/2025")
        page.press(field, "Enter")
    expect(page.locator(".page-protection")).to_contain_text("Mois comptés", timeout=WAIT)
    page.locator(".plan circle").first.press("Enter")  # another point lies upon its middle
    expect(page.locator(".page-protection [role=status]").last).to_contain_text(":", timeout=WAIT)
    no_serious_fault(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for language, words in (("pt", "As partes não somam o total"), ("en", "Parts do not add up")):
        page.evaluate(f"import('/static/console/i18n.js').then(module => module.switchLanguage('{language}'))")
        expect(page.locator(".lecture")).to_contain_text(words, timeout=WAIT)
    assert not any(word in left_behind(page) for word in ("2025", str(west.id), "violence", "Ponto"))


@pytest.mark.slow
def test_every_state_of_cases_is_shown_and_makes_up_the_total(visit: Any, services: Any) -> None:
    west, month = services.country.west, date(2025, 3, 1)
    for number, state in ((100, "en_cours"), (60, "transfere"), (50, "resolu"), (40, "clos")):
        add_cases(number, west, secteur_id=services.country.north.id, statut=state, cle=0, mois=month)
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=analyse")
    tiles = page.locator(".carreau strong")
    expect(tiles).to_have_count(4, timeout=WAIT)
    whole, running, done, sent_on = (int(re.sub(r"\D", "", text)) for text in tiles.all_text_contents())
    assert running + done + sent_on == whole and sent_on >= 5
    expect(page.locator(".carreau", has_text="transférés")).to_be_visible()
    page.select_option("[name=rubrique]", "mariage_force")  # no state is counted by rubrique
    by_state = page.locator("section", has=page.locator("h2", has_text="Par état"))
    expect(by_state.locator(".carreau strong").first).to_have_text(str(whole), timeout=WAIT)
    expect(tiles.first).to_have_text("0")


@pytest.mark.slow
def test_a_case_is_written_and_read_with_a_purpose(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=saisie")
    page.select_option("#f-service", label="Ponto de Escuta")
    page.fill("#f-mois", "03/2025")
    page.select_option("#f-rubrique", "mariage_force")
    page.select_option("[name=trancheAge]", "12-17")
    no_serious_fault(page)
    page.get_by_role("button", name="Enregistrer le cas").click()
    expect(page.locator(".dit")).to_be_visible(timeout=WAIT)
    expect(page.locator("#f-mois")).to_have_value("")
    expect(page.locator("[name=trancheAge]")).to_have_value("inconnu")
    page.select_option("[name=motif]", "suivi")
    page.get_by_role("button", name="Montrer les cas").click()
    row = page.locator("tbody tr")
    expect(row).to_have_count(1, timeout=WAIT)
    expect(row).to_contain_text("mars 2025")
    expect(row).to_contain_text("Ponto de Escuta")
    assert Trace.objects.filter(model="cas_vbg", action="lecture", details__motif="suivi").count() == 1
    with page.expect_response(lambda answer: "motif=suivi" in answer.url):
        row.locator("select").select_option("resolu")
    expect(row.locator("select")).to_have_value("resolu", timeout=WAIT)
    with become_case_role():
        case = Case.objects.get()
    assert (case.statut, case.mois, case.tranche_age) == ("resolu", date(2025, 3, 1), "12-17")
    kept = left_behind(page) + str(page.evaluate("caches.keys()"))
    assert not any(word in kept for word in (str(case.id), "mariage", "2025-03", "12-17", "Ponto"))
    # Going away and back, the page asks anew; and a silence of some minutes empties it.
    page.get_by_role("button", name="Annuaire").click()
    page.get_by_role("button", name="Cas", exact=True).click()
    expect(page.locator("#f-mois")).to_have_value("", timeout=WAIT)
    expect(page.locator("tbody tr")).to_have_count(0)


@pytest.mark.slow
def test_a_silence_locks_the_page(visit: Any, services: Any) -> None:
    visit.page.clock.install()
    page = visit.sign_in(services.cast.vbg, "#vue=protection&onglet=saisie")
    page.select_option("#f-rubrique", "exploitation")
    page.wait_for_load_state("networkidle")  # the clock of the page is that of its requests, too
    page.clock.run_for(4 * 60_000)
    page.keyboard.press("Shift")
    page.clock.run_for(4 * 60_000)
    expect(page.locator("#f-rubrique")).to_have_value("exploitation")
    page.clock.run_for(61_000)
    expect(page.locator("#f-rubrique")).to_have_count(0, timeout=WAIT)
    expect(page.locator("dialog [name=email]")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_who_may_only_write_sees_the_form_alone(visit: Any, services: Any) -> None:
    page = visit.sign_in(services.cast.admin, "#vue=protection&onglet=saisie")
    expect(page.locator("[name=rubrique]")).to_be_visible(timeout=WAIT)
    expect(page.locator("[name=motif]")).to_have_count(0)
    assert "Casa Nova" not in page.content()
    page.get_by_role("button", name="Annuaire").click()
    expect(page.locator(".page-protection tbody tr")).to_have_count(1, timeout=WAIT)
    expect(page.locator("#confidentiels")).to_contain_text("ni montrés ni comptés")
