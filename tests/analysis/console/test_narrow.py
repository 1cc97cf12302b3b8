"""Narrowing map and list to few households, and what the map shows beside the list."""

import re

import pytest
from playwright.sync_api import expect

from geo.areas.models import Sector
from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, open_section

pytestmark = pytest.mark.browser


@pytest.mark.modules
@pytest.mark.slow
def test_those_without_position_a_village_and_the_map_above_the_list(visit, registry):
    """What the map cannot show is a press away; a strip that opens leaves in sight what was seen."""
    Household.objects.filter(id=registry.households[1].id).update(geom=None)
    page = visit.sign_in(registry.cast.admin)
    expect(page.locator("#sans-position")).to_contain_text("dont 1 sans position", timeout=WAIT)
    expect(page.locator(".legende-carte")).to_be_visible(timeout=WAIT)
    page.wait_for_function("() => performance.getEntriesByName('carte').length")  # the map stands
    page.click("#sans-position")
    expect(page.locator(".bande tbody tr")).to_have_text(re.compile("OI-000002"), timeout=WAIT)
    expect(page.locator(".filtres-mis")).to_have_text("Sans position GPS")
    expect(page.locator(".bilan strong")).to_have_text("1", timeout=WAIT)
    expect(page.locator(".legende-carte")).to_have_count(0)  # no household is on the map
    page.wait_for_function(
        """async () => {
          const [{ getMap }, { getCountryBounds }] = await Promise.all(
            ["map/map.js", "server/places.js"].map((name) => import(`/static/console/${name}`)));
          const south = getMap().project((await getCountryBounds())[0]);
          return south.y <= document.querySelector(".bande").getBoundingClientRect().top;
        }"""
    )
    page.locator(".filtres-mis button").click()
    expect(page.locator(".bande tbody tr")).to_have_count(6, timeout=WAIT)
    page.select_option("#filtre-secteur", label="Mansoa")
    page.select_option("#filtre-localite", label="Cutia")
    expect(page.locator(".filtres-mis li").last).to_have_text("Effacer les filtres", timeout=WAIT)
    expect(page.locator(".filtres-mis")).to_contain_text("Cutia")
    expect(page.locator(".bande tbody tr")).to_have_count(6)


@pytest.mark.slow
def test_filter_by_step_head_and_what_is_needed_less_often(visit, registry):
    """Map, list and number follow; each condition is a chip that takes off itself alone, and the fold says how many act."""
    ids = [household.id for household in registry.households]
    Household.objects.filter(id__in=ids[:2]).update(statut="rejete", statut_collecte="rejete", geom=None)
    Household.objects.filter(id=ids[0]).update(taille_menage=11)
    total = Household.objects.count()
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    number, rows, chips = page.locator(".bilan strong"), page.locator("table.menages tbody tr"), ".filtres-mis li"
    expect(page.locator("#menages-etapes")).to_have_text("dont 0 au registre, 2 rejetés", timeout=WAIT)
    page.select_option("#filtre-etape", "rejete")
    expect(number).to_have_text("2", timeout=WAIT)
    expect(rows).to_have_count(2)
    expect(page.locator("#menages-etapes")).to_have_text("tous rejetés")
    page.click("#plus-filtres")
    page.fill("#filtre-taille-de", "11")
    page.keyboard.press("Tab")
    expect(number).to_have_text("1", timeout=WAIT)
    expect(page.locator(chips)).to_have_text(["rejetés", "de 11 membres au moins", "Effacer les filtres"], timeout=WAIT)
    expect(page.locator("#plus-filtres")).to_contain_text("1")
    page.fill("#filtre-taille-de", "12")  # nobody: the list names what leaves it empty
    page.keyboard.press("Tab")
    expect(page.locator(".etat .filtres-ici li")).to_have_text(["rejetés", "de 12 membres au moins"], timeout=WAIT)
    page.fill("#filtre-taille-de", "11")
    page.keyboard.press("Tab")
    expect(number).to_have_text("1", timeout=WAIT)
    page.locator(".filtres-mis").get_by_role("button", name="Ôter le filtre rejetés").click()
    expect(page.locator("#filtre-etape")).to_have_value("")
    expect(page.locator(chips)).to_have_text(["de 11 membres au moins"], timeout=WAIT)
    page.locator(f"{chips} button").click()
    expect(page).not_to_have_url(re.compile("plan="))
    expect(number).to_have_text(str(total), timeout=WAIT)


@pytest.mark.slow
def test_what_a_lost_connection_left_out_comes_with_it(visit, registry):
    page = visit.page
    with page.expect_response(lambda answer: answer.status == 200 and "/tuiles/menages/" in answer.url):
        visit.sign_in(registry.cast.admin)
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)  # its first tiles may come before it
    with page.expect_event("requestfailed", lambda request: "/tuiles/menages/" in request.url):
        page.context.set_offline(True)
        page.evaluate("location.hash = '#categorie=pauvre'")  # the buttons rest without a line
    expect(page.locator(".bilan")).to_contain_text("Pas de connexion.")
    with page.expect_response(
        lambda answer: answer.ok and "categorie=pauvre" in answer.url and "/tuiles/" in answer.url
    ):
        page.context.set_offline(False)
    expect(page.locator(".bilan strong")).to_have_text("2", timeout=WAIT)


@pytest.mark.slow
def test_a_late_answer_does_not_stand_for_a_newer_one(visit, registry):
    page, late = visit.page, []
    page.route(re.compile(r"/api/carte/layers"), lambda route: late.append(route))
    visit.sign_in(registry.cast.admin)
    page.get_by_role("button", name="Pauvre", exact=True).click()
    expect(page.locator(".bilan strong")).to_have_text("2", timeout=WAIT)
    for route in late:
        route.continue_()
    expect(page.locator("label.couche").filter(has_text="Points d'eau")).to_contain_text(
        re.compile(r"\d"), timeout=WAIT
    )
    expect(page.locator(".bilan strong")).to_have_text("2")


@pytest.mark.slow
def test_a_house_is_placed_by_a_click_and_checked_against_its_village(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    page.wait_for_function("() => performance.getEntriesByName('carte').length", timeout=WAIT)
    page.get_by_role("button", name="Nouveau ménage").click()
    open_section(page, "Lieu")
    page.select_option("[name=region]", label="Oio")
    page.select_option("[name=secteur]", label="Mansoa")
    page.select_option("[name=localite]", label="Cutia")
    page.get_by_role("button", name="Placer sur la carte").click()
    page.wait_for_timeout(1_000)  # the map moves to the village
    page.mouse.click(640, 400)
    expect(page.locator("[name=latitude]")).not_to_have_value("", timeout=WAIT)
    expect(page.locator(".fiche-menage .alerte")).to_have_count(0)
    page.fill("[name=latitude]", "12.0")
    expect(page.locator(".fiche-menage .alerte")).to_contain_text("de Cutia : vérifiez")


@pytest.mark.slow
def test_a_secteur_with_the_name_of_its_region_is_named_as_such(visit, registry):
    west, north = registry.country.west, registry.country.north
    Sector.objects.filter(id=north.id).update(nom=west.nom)
    page = visit.sign_in(registry.cast.admin, f"#region={west.id}&secteur={north.id}")
    chips = page.locator(".filtres-mis button")
    expect(chips).to_have_text(["Région Oio", "Secteur Oio", "Effacer les filtres"], timeout=WAIT)
