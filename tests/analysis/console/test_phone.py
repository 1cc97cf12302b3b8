"""The map on a phone: its drawer, its list, what is left of the map."""

import re

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import make_user

pytestmark = pytest.mark.browser
SMALLEST_TARGET = 44  # pixels, on a phone


@pytest.mark.slow
def test_phone(visitor, registry):
    Household.objects.filter(code_menage="OI-000006").update(geom=None)
    Household.objects.filter(code_menage="OI-000002").update(nb_enfants_04=0, nb_adultes_1564=0)
    visit = visitor(360, 740, locale="pt-PT", has_touch=True, is_mobile=True, color_scheme="dark")
    page = visit.sign_in(registry.cast.admin)
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#couche-ecoles")).to_be_visible()
    expect(page.locator(".bilan")).to_contain_text("dos quais 1 sem posição GPS", timeout=WAIT)
    expect(page.locator("label.couche").filter(has_text="Agregados")).to_contain_text("5")
    small = page.evaluate(
        """least => [...document.querySelectorAll('.volet button, .volet select, .volet input[type=search], .volet label')]
          .filter(node => node.offsetParent && node.getBoundingClientRect().height < least && !node.closest('.compte'))
          .filter(node => !node.matches('label.champ')).map(node => node.outerHTML.slice(0, 90))""",
        SMALLEST_TARGET,
    )
    assert small == []
    no_serious_fault(page)
    the_map_is_free_of_its_legend(page)
    page.get_by_role("button", name="Lista", exact=True).tap()
    expect(page.locator(".bande")).to_be_visible()
    expect(page.locator(".cherche-hors-volet")).to_be_visible()
    expect(page.locator(".maplibregl-ctrl-zoom-in")).to_be_hidden()  # what is left of the map is free
    page.get_by_role("button", name="OI-000002").tap()
    visit.opens_card("OI-000002")
    expect(visit.card()).to_contain_text("Idades sem informação")
    expect(visit.card().locator(".nombres")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    no_serious_fault(page)


def the_map_is_free_of_its_legend(page):
    """Until it is asked for; the scale stands in the corner beside it, and paper has both."""
    page.locator(".ferme-volet").tap()
    legend, folded = page.locator(".legende-carte"), page.locator(".legende-pliee")
    expect(folded).to_be_visible(timeout=WAIT)
    expect(legend).to_be_hidden()
    scale = page.locator(".maplibregl-ctrl-scale").bounding_box()
    assert scale["x"] < 20 and scale["x"] + scale["width"] < folded.bounding_box()["x"]
    page.emulate_media(media="print")
    expect(legend).to_be_visible()
    page.emulate_media(media="screen")
    folded.tap()
    expect(legend).to_be_visible()
    page.locator(".plie-legende").tap()
    expect(legend).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()


@pytest.mark.slow
def test_a_surveyor_finds_their_work_first(visitor, registry):
    surveyor = make_user("ROLE_ENQUETEUR", registry.country.west, prenom="Satu", nom="Indjai")
    page = visitor(390, 844, has_touch=True, is_mobile=True).sign_in(surveyor)
    bar = page.locator(".barre-pages")  # their pages are one touch away, below the map and each page
    expect(bar.locator("button")).to_have_text(["Carte", "Collecte", "Nouveau ménage", "Plaintes"], timeout=WAIT)
    foot = page.locator(".scene").bounding_box()
    assert foot["y"] + foot["height"] <= bar.bounding_box()["y"] + 1
    bar.get_by_role("button", name="Collecte").tap()
    expect(page.locator(".page h1")).to_have_text("Avancement de la collecte", timeout=WAIT)
    expect(bar.locator("[aria-current]")).to_have_text("Collecte")
    bar.get_by_role("button", name="Carte").tap()
    page.get_by_role("button", name="Menu").tap()
    expect(bar).to_be_hidden()
    entries = page.locator(".onglets > .onglet")
    expect(entries.nth(0)).to_have_text("Carte")
    expect(entries.nth(1)).to_have_text("Collecte")
    expect(entries.nth(2)).to_have_text("Nouveau ménage")
    assert entries.count() <= 5
    entries.nth(2).tap()
    expect(page.locator(".page h1")).to_be_visible(timeout=WAIT)
    expect(page).to_have_url(re.compile("element=nouveau"))
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Carte", exact=True).tap()
    page.locator(".cherche-hors-volet").tap()
    expect(page.locator("#recherche")).to_be_focused()
    page.evaluate("location.hash = '#vue=collecte'")  # a page that is opened by its address is not left under the menu
    expect(page.locator(".volet.ouvert")).to_have_count(0, timeout=WAIT)


@pytest.mark.modules
@pytest.mark.slow
def test_a_phone_shows_a_household_with_what_is_near(visitor, registry):
    """What is done with a list is one row; beside an open card the household and its services lie in the free map."""
    visit = visitor(390, 844, has_touch=True, is_mobile=True)
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    tools = page.locator(".bande .pages")
    expect(tools).to_be_visible(timeout=WAIT)
    tops = tools.locator("button:visible").evaluate_all(
        "nodes => nodes.filter((node) => !node.closest('[popover]')).map((node) => Math.round(node.getBoundingClientRect().top))"
    )
    assert len(tops) == 5 and max(tops) - min(tops) < 2
    page.wait_for_selector(".toile:not(.cachee) canvas")
    page.get_by_role("button", name="OI-000002").tap()
    visit.opens_card("OI-000002")
    expect(visit.card().locator(".pauvrete")).to_contain_text("la collecte n'est pas encore validée")
    expect(visit.card().locator(".provisoire")).to_be_visible()
    page.wait_for_timeout(1500)  # the map moves
    free = page.evaluate(
        """import('/static/console/map/map.js').then(({getMap}) => {
          const map = getMap();
          const end = document.querySelector('.fiche').getBoundingClientRect().top;
          return map.getStyle().sources.choix.data.features
            .filter(({geometry, properties}) => geometry.type === 'Point' && !properties.label)
            .map(({geometry, properties}) => [properties.far ?? '', map.project(geometry.coordinates)])
            .map(([far, {x, y}]) => [far, x > 0 && x < innerWidth && y > 50 && y < end]);
        })"""
    )
    near = [is_seen for far, is_seen in free if not far.endswith("km") or float(far.split()[0].replace(",", ".")) < 3]
    assert len(near) >= 2 and all(near), free
    apart = page.evaluate(
        """import('/static/console/map/map.js').then(({getMap}) => {
          const spots = getMap().getStyle().sources.choix.data.features
            .filter(({geometry}) => geometry.type === 'Point')
            .map(({geometry, properties}) => [properties.label, getMap().project(geometry.coordinates)]);
          const end = document.querySelector('.fiche').getBoundingClientRect().top;
          return spots.filter(([label]) => label).map(([label, {x, y}]) => [label, y + 9 < end && spots
            .filter(([other]) => !other).every(([, at]) => Math.abs(at.y - y) > 23 || Math.abs(at.x - x) > 50)]);
        })"""
    )
    least = (
        "import('/static/console/map/sizes.js').then(({findUnnumbered}) => [6, 7, 8].map((z) => findUnnumbered(z, 1)))"
    )
    assert page.evaluate(least) == [200, 2, 2], "circles without a number are below a round limit"
    assert apart and all(is_clear for _, is_clear in apart), f"labels keep off ring, symbols and card: {apart}"


@pytest.mark.slow
def test_a_long_form_says_how_far_it_is(visitor, registry):
    page = visitor(390, 844, has_touch=True, is_mobile=True).sign_in(registry.cast.admin, "#vue=menage&element=nouveau")
    steps = page.locator(".etapes-fiche")
    expect(steps).to_contain_text("0 sur 14 champs attendus", timeout=WAIT)  # not the optional ones
    assert steps.evaluate("(nav) => [...nav.querySelectorAll('button')].every((b) => b.scrollWidth <= b.clientWidth)")
    page.set_viewport_size({"width": 360, "height": 740})
    ends = "(list) => list.scrollWidth <= list.clientWidth"  # no step is out of sight on a narrow phone
    assert steps.locator("ol").evaluate(ends)
    page.fill("[name='chefMenage.nomComplet']", "Bacar Danso")
    expect(steps.locator("[aria-current=step]")).to_have_text(re.compile("Chef de ménage"))
    page.locator("[name='chefMenage.telephone']").fill("955123456")  # optional: it counts nowhere
    head = page.locator("[data-section=chef] > summary")
    expect(head).to_contain_text("1 sur")
    expect(steps.get_by_role("button", name="Chef de ménage")).to_contain_text("1/")
    head.click()
    expect(page.locator("[name='chefMenage.nomComplet']")).to_be_hidden()
    steps.get_by_role("button", name="Logement").click()
    expect(page.locator("[name='logement.typeLogement']")).to_be_in_viewport()
    no_serious_fault(page)
    page.locator("[data-section=menage] > summary").click()
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("[name=tailleMenage]")).to_be_visible()  # what is missing is opened


def test_lists_controls_and_filters_leave_room_for_what_is_looked_for(visitor, registry):
    """The village stands below the name, controls and filters fold, and titles wrap within the screen."""
    page = visitor(390, 844, has_touch=True, is_mobile=True).sign_in(registry.cast.admin, "#bande=liste")
    expect(page.locator(".menages tbody tr").first.locator(".lieu-etroit")).to_have_text("Cutia, Mansoa", timeout=WAIT)
    expect(page.get_by_label("Trier par")).to_be_visible()
    page.get_by_role("button", name="Menu").tap()
    page.evaluate("location.hash = '#bande=liste&fiche=menage/0'")  # an address that is followed: the menu gives way
    expect(page.locator(".volet.ouvert")).to_have_count(0)
    page.evaluate("location.hash = '#bande=liste'")
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#filtre-region")).to_be_hidden()
    page.locator(".pli-volet summary").first.tap()
    expect(page.locator("#filtre-region")).to_be_visible()
    page.get_by_role("button", name="Couverture").tap()
    expect(page.locator("#couverture-sujet")).to_be_visible(timeout=WAIT)
    expect(page.locator("#couverture-service")).to_be_hidden()
    page.get_by_role("button", name="Réglages").tap()
    expect(page.locator("#couverture-service")).to_be_visible()
    title = page.locator(".bande caption").bounding_box()
    assert title["x"] + title["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390
