"""Questions in plain language, in the console."""

import re

import pytest
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT
from tests.analysis.console.test_explore import ask_map, go_to
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.browser


def the_next_question_takes_filters_back(page):
    """The filters of a question give way to those set before; what there is none of is not coloured."""
    page.fill("#assistant-question", "Combien de ménages pauvres ?")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("categorie=pauvre"), timeout=WAIT)
    page.fill("#assistant-question", "Combien d'hôpitaux à Bafatá ?")
    page.keyboard.press("Enter")
    expect(page.locator(".legende-reponse")).to_contain_text("aucun", timeout=WAIT)
    expect(page).to_have_url(re.compile("milieu=rural"))
    expect(page).not_to_have_url(re.compile("categorie="))


def coverage_begins_with_health(page):
    """However it is opened: the address says nothing of it."""
    page.get_by_role("button", name="Couverture").click()
    expect(page.locator("#couverture-service")).to_have_value("services_sante")
    expect(page.locator("#couverture-rayon")).to_have_value("5000")
    expect(page).not_to_have_url(re.compile("service="))  # the same as without a word of it
    page.select_option("#couverture-service", "points_eau")
    page.select_option("#couverture-rayon", "20000")
    expect(page.locator(".legende-parts")).to_contain_text("personne n'est à plus de 20")


@pytest.mark.modules
@pytest.mark.slow
def test_ask_edit_the_plan_and_follow_a_suggestion(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.fill("#assistant-question", "Combien de ménages pauvres ?")
    page.keyboard.press("Enter")
    text = page.locator("#assistant-texte")
    expect(text).to_contain_text("2 ménages, pauvres", timeout=WAIT)
    # Map, list and counts are of what was asked; what was set before comes back with "Effacer".
    expect(page).to_have_url(re.compile("categorie=pauvre"))
    expect(page.locator(".bilan strong")).to_have_text("2", timeout=WAIT)
    expect(page.locator("#assistant-portee")).to_contain_text("les filtres sont ceux de la question")
    page.locator("#assistant-plan summary").click()
    plan = page.locator("#assistant-plan textarea")
    plan.fill(plan.input_value().replace('"pauvre"', '"vulnerable"'))
    page.get_by_role("button", name="Relancer avec ce plan").click()
    expect(text).to_contain_text("Ménages, vulnérables : 1", timeout=WAIT)
    expect(page).to_have_url(re.compile("categorie=vulnerable"))
    page.locator(".filtres-mis button").first.click()  # without its filter the answer says no more what is shown
    expect(text).to_have_count(0)
    page.locator("[data-valeur=rural]").click()
    page.fill("#assistant-question", "Combien de ménages sans télévision ?")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("television", timeout=WAIT)
    # Whole questions can be read before one is chosen.
    widths = page.locator(".assistant-reponse li button").evaluate_all(
        "list => list.map(b => b.scrollWidth - b.clientWidth)"
    )
    assert widths == [0, 0, 0]
    page.locator(".assistant-reponse li button").first.click()
    expect(page.locator("#assistant-plan")).to_be_visible(timeout=WAIT)
    # Areas that a theme colours keep the colours of its legend, whatever was asked before.
    page.fill("#assistant-question", "Combien d'écoles à Oio ?")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("Oio", timeout=WAIT)
    opacity = "map.getPaintProperty('reponse-zones', 'fill-opacity')"
    assert ask_map(page, opacity) != 0
    # Where filters cannot say it, those set before stay; the answer says that they do not bind it, the legend what it drew.
    expect(page.locator("#assistant-portee")).to_contain_text("ne la limitent pas")
    expect(page.locator(".legende-reponse")).to_contain_text("Réponse à la question")
    # Areas of several figures are coloured by classes, of which the legend tells the figures.
    page.fill("#assistant-question", "Nombre de ménages par région")
    page.keyboard.press("Enter")
    expect(page.locator(".legende-reponse li")).to_have_text(["0", "0 – 6"], timeout=WAIT)
    go_to(page, "#bande=themes&theme=menages&niveau=region")
    expect(page.locator(".bande caption")).to_be_visible(timeout=WAIT)
    assert ask_map(page, opacity) == 0
    page.get_by_role("button", name="Effacer", exact=True).click()
    expect(text).to_have_count(0)
    page.locator("[data-valeur=rural]").click()
    # Of two questions one after the other, "Effacer" brings back what was set before the first.
    for category in ("pauvres", "vulnérables"):
        page.fill("#assistant-question", f"Combien de ménages {category} ?")
        page.keyboard.press("Enter")
        expect(text).to_contain_text(f", {category}", timeout=WAIT)
    expect(page).not_to_have_url(re.compile("milieu=rural"))
    page.get_by_role("button", name="Effacer", exact=True).click()
    expect(page).to_have_url(re.compile("milieu=rural"))
    expect(page).not_to_have_url(re.compile("categorie="))
    the_next_question_takes_filters_back(page)
    page.get_by_role("button", name="Effacer", exact=True).click()
    coverage_begins_with_health(page)


@pytest.mark.slow
def test_see_the_households_of_an_answer(visit, registry):
    """What no other filter can say is one: as many rows as the answer counts, and a chip with its words."""
    page = visit.sign_in(registry.cast.admin)
    page.fill("#assistant-question", "Combien de ménages de plus de 1 personne ?")
    page.keyboard.press("Enter")
    chip = page.locator(".filtres-mis")
    expect(chip).to_contain_text("de 2 membres au moins", timeout=WAIT)
    counted = re.search(r"^(\d+) ", page.locator("#assistant-texte").inner_text()).group(1)
    expect(page.locator(".bilan strong")).to_have_text(counted, timeout=WAIT)
    # Nothing is left empty beside an answer, which needs the room.
    assert page.locator(".bilan .rang").evaluate_all("rows => rows.every((row) => !row.offsetHeight)")
    page.get_by_role("button", name="Voir la liste").click()
    expect(page.locator("table.menages tbody tr")).to_have_count(int(counted), timeout=WAIT)
    page.reload()  # the address holds the plan: its words are asked for
    expect(chip).to_contain_text("de 2 membres au moins", timeout=WAIT)
    chip.locator("button").first.click()
    expect(page).not_to_have_url(re.compile("plan="))


def test_open_what_an_answer_lists(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.fill("#assistant-question", "Liste des ménages pauvres")
    page.keyboard.press("Enter")
    rows = page.locator(".trouves-reponse button")
    expect(rows.first).to_be_visible(timeout=WAIT)
    name = rows.first.inner_text()
    rows.first.click()
    expect(page.locator(".fiche")).to_contain_text(name, timeout=WAIT)


def ask(page, question):
    page.fill("#assistant-question", question)
    page.keyboard.press("Enter")


@pytest.mark.slow
def test_take_a_question_apart_and_see_it_in_all_figures(visit, registry):
    """Each part of a question can be taken away, the whole of it is read, and every figure is of its households."""
    page = visit.sign_in(registry.cast.admin)
    question = "Combien de ménages pauvres de plus de 1 personne dans le secteur de Mansoa ?"
    ask(page, question)
    parts = page.locator(".compris .morceau")
    expect(parts).to_have_text(
        ["Compter : Ménages", re.compile("^pauvres"), re.compile("2 membres"), re.compile("Mansoa")], timeout=WAIT
    )
    field = page.locator("#assistant-question")
    assert field.evaluate("field => field.scrollHeight - field.clientHeight") <= 1 and field.input_value() == question
    expect(page.locator("#filtre-secteur option").first).to_have_text("Mansoa")
    page.get_by_role("button", name="Distances").click()
    expect(page.locator(".bande caption")).to_contain_text("2 ménages avec une position", timeout=WAIT)
    page.get_by_role("button", name="Couverture").click()
    expect(page.locator(".bande caption")).to_contain_text("sur 2 ménages", timeout=WAIT)
    page.get_by_role("button", name="Thèmes").click()
    expect(page.locator(".legende-parts")).to_contain_text("les filtres ne les limitent pas", timeout=WAIT)
    page.get_by_role("button", name="Poser la question sans : pauvres").click()
    expect(parts).to_have_count(3, timeout=WAIT)
    expect(page.locator("#assistant-texte")).to_contain_text("6 ménages", timeout=WAIT)
    # All the poor are one press away.
    ask(page, "pauvres")
    page.get_by_role("button", name="Avec les extrêmement pauvres").click(timeout=WAIT)
    expect(page.locator("#assistant-texte")).to_contain_text("3 ménages", timeout=WAIT)
    ask(page, "pauvres loin d'un point d'eau")
    expect(page.locator(".assistant-reponse")).to_contain_text("à plus de 1 km, la norme", timeout=WAIT)
    # What is not understood leaves nothing of the question before it.
    ask(page, "Combien de ménages sans télévision ?")
    expect(page.locator("#assistant-texte")).to_contain_text("television", timeout=WAIT)
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(page).not_to_have_url(re.compile("plan="))
    page.locator("[data-valeur=rural]").click()
    expect(page.locator("#assistant-portee")).to_contain_text("avant cette question")


@pytest.mark.slow
def test_complaints_that_were_asked_for_are_alone_on_the_map_and_in_their_list(visit, registry):
    late = {"categorie": "paiement", "priorite": "haute", "echeance": "2026-01-01", "region": registry.country.west}
    Complaint.objects.create(reference="PLT-1", localite=registry.country.cutia, **late)
    Complaint.objects.create(reference="PLT-2", **late | {"region": registry.country.east})
    page = visit.sign_in(registry.cast.admin)
    ask(page, "plaintes en retard à Oio")
    expect(page.locator(".trouves-reponse button")).to_have_text("PLT-1", timeout=WAIT)
    expect(page.locator("#assistant-texte")).not_to_contain_text("PLT")  # it stands below, as a link
    expect(page).to_have_url(re.compile("couches=-menages"))
    page.get_by_role("button", name="Effacer", exact=True).click()
    expect(page).not_to_have_url(re.compile("couches="))
    # A service is a link to its card, too, and coloured areas are not hidden by circles.
    ask(page, "Liste des écoles à Oio")
    page.locator(".trouves-reponse button").click(timeout=WAIT)
    expect(page.locator(".fiche")).to_contain_text("EBU Cutia", timeout=WAIT)
    ask(page, "Nombre de ménages par région")
    expect(page.locator(".legende-reponse li")).to_have_count(2, timeout=WAIT)
    expect(page).to_have_url(re.compile("couches=-menages"))
    page.get_by_role("button", name="Effacer", exact=True).click()
    page.locator("#couche-plaintes").check(force=True)
    expect(page.locator("#legende-plaintes")).to_contain_text("1 autre n'a pas de position", timeout=WAIT)
    ask(page, "plaintes en retard à Oio")
    page.get_by_role("button", name="Voir la liste").click(timeout=WAIT)
    rows = page.locator(".liste-plaintes tbody tr")
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(rows).to_contain_text("PLT-1")


COUNT_DRAWN = """async (wanted) => {
  const {getMap} = await import("/static/console/map/map.js");
  const drawn = getMap()?.getLayer("groupes") ? getMap().queryRenderedFeatures({layers: ["groupes"]}) : [];
  return drawn.reduce((sum, {properties}) => sum + properties.nombre, 0) === wanted;
}"""


@pytest.mark.modules
def test_the_map_draws_again_what_a_filter_left_out(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    poor = page.get_by_role("button", name="Pauvre", exact=True)
    page.wait_for_function(COUNT_DRAWN, arg=6, timeout=WAIT)
    for count in (2, 6):
        page.wait_for_timeout(2_000)  # not looking: what looks makes the map draw, and hid what it had forgotten
        poor.click()
        expect(page.locator(".bilan strong")).to_have_text(str(count), timeout=WAIT)
        page.wait_for_timeout(3_000)  # on a busy machine
        assert page.evaluate(COUNT_DRAWN, count)


@pytest.mark.modules
@pytest.mark.slow
def test_a_late_answer_to_a_former_filter_is_not_drawn(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.wait_for_function(COUNT_DRAWN, arg=6, timeout=WAIT)

    late = []
    page.route(re.compile(r"/tuiles/menages/.*categorie=pauvre$"), lambda route: late.append(route))
    with page.expect_request(re.compile(r"categorie=pauvre$")):
        page.get_by_role("button", name="Pauvre", exact=True).click()
    page.get_by_role("button", name="Extrême", exact=True).click()
    expect(page.locator(".bilan strong")).to_have_text("1", timeout=WAIT)
    page.wait_for_timeout(1_500)
    for route in late:
        route.continue_()
    page.wait_for_timeout(1_500)
    assert late
    assert page.evaluate(COUNT_DRAWN, 1)


@pytest.mark.slow
def test_a_question_about_payments_opens_the_dashboard_of_its_days(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.fill("#assistant-question", "combien payé en octobre 2025")
    page.keyboard.press("Enter")
    expect(page.locator("#assistant-texte")).to_contain_text("du 1 octobre 2025 au 31 octobre 2025", timeout=WAIT)
    page.locator(".actes-reponse button").click()
    expect(page.locator("[name=dateDebut]")).to_have_value("2025-10-01", timeout=WAIT)
    expect(page.locator("[name=dateFin]")).to_have_value("2025-10-31")
