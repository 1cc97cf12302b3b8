"""The map, its filters and cards, the list and the coverage: by pointer, by keyboard, on a phone."""

import math
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.modules]
CLOSE = "#carte=16/12.7600/-15.5000"  # the first household in the middle of the window


def click_middle_of_map(page):
    """Clicks when the map has drawn something to click there."""
    size = page.viewport_size
    x, y = size["width"] / 2, size["height"] / 2
    for step in range(60):
        page.mouse.move(x + step % 2, y)
        if page.evaluate("document.querySelector('.maplibregl-canvas')?.style.cursor") == "pointer":
            break
        page.wait_for_timeout(100)
    page.mouse.click(x, y)


def ask_map(page, expression):
    """Evaluates an expression about `map`, the map of the page, when it has drawn what it shows."""
    return page.evaluate(
        f"""import('/static/console/map/map.js').then(async (module) => {{
          const map = module.getMap();
          if (!map.loaded()) await map.once('idle');
          return {expression};
        }})"""
    )


def go_to(page, view):
    """Opens a view as the back button does, without loading the page anew."""
    page.evaluate("view => { history.pushState(null, '', view); dispatchEvent(new PopStateEvent('popstate')); }", view)


def far_services_are_all_drawn(page):
    """A school and a water point a few pixels apart are both there, and are told by name or by number."""
    go_to(page, "#carte=9.3/12.7500/-15.5050&couches=ecoles,points_eau,services_sante")
    names = ask_map(
        page,
        "[...new Set(map.queryRenderedFeatures({layers: ['ecoles-loin', 'points_eau-loin', 'services_sante-loin']})"
        ".map(feature => feature.properties.nom))].sort()",
    )
    assert names == ["Centro de Saúde de Mansoa", "EBU Cutia", "Furo 1"]
    for place, told in (("[-15.51, 12.75]", r"EBU Cutia\nÉcole"), ("[-15.505, 12.75]", r"2 services ici\nÉcoles\s: 1")):
        x, y = ask_map(page, f"Object.values(map.project({place}))")
        page.mouse.move(x - 40, y)
        page.mouse.move(x, y)
        expect(page.locator(".bulle")).to_have_text(re.compile(told), use_inner_text=True)


def lines_lead_to_the_nearest(page):
    """Each nearest service has a line, its symbol and its distance; what the device does not tell is said in words."""
    page.get_by_role("button", name="Tous sur la carte").click()
    lines = "map.queryRenderedFeatures({layers: ['choix-liens']}).map(line => `${line.properties.kind} ${line.properties.far}`)"
    found = ask_map(page, f"[...new Set({lines})].sort()")
    assert [line.split(" ")[0] for line in found] == ["ecoles", "points_eau", "services_sante"]
    assert re.search(r"points_eau 1,1\s?km", found[1])
    page.evaluate("void (navigator.geolocation.getCurrentPosition = (found, refused) => refused({code: 1}))")
    page.click("#ma-position")
    expect(page.locator(".avis")).to_contain_text("Autorisez-la pour ce site")
    page.evaluate(
        "void (navigator.geolocation.getCurrentPosition = (found) =>"
        " found({coords: {longitude: -15.5, latitude: 12.76, accuracy: 30}}))"
    )
    page.locator(".avis").get_by_role("button", name="Réessayer").click()
    expect(page.locator(".avis")).to_be_hidden()
    assert ask_map(page, "map.queryRenderedFeatures({layers: ['position-point']}).length") == 1


def circles_tell_their_households(page):
    """A circle is counted by category, and one without category is seen; its legend stands beside it."""
    go_to(page, "#carte=7/12.8000/-15.5500")
    rings = ask_map(
        page,
        "map.queryRenderedFeatures({layers: ['anneaux']}).map(({properties: one, layer}) =>"
        " [one, String(layer.layout['icon-image']), map.hasImage(String(layer.layout['icon-image']))])",
    )
    for counts, name, is_drawn in rings:
        codes = ("extreme_pauvre", "pauvre", "vulnerable", "non_pauvre")
        ends = [sum(counts.get(code, 0) for code in codes[: place + 1]) for place in range(len(codes))]
        assert name == ":".join(["anneau", *(str(math.floor(10 * end / counts["nombre"] + 0.5)) for end in ends)])
        assert is_drawn
    assert rings
    expect(page.locator(".tailles")).to_contain_text("Anneau : leurs catégories")
    go_to(page, "#carte=9.3/12.8000/-15.5500")
    circles = ask_map(
        page,
        "map.queryRenderedFeatures({layers: ['groupes']}).map((circle) => [circle.properties.scorePmtMoyen ?? 0,"
        " circle.properties.nombre, ...Object.values(map.project(circle.geometry.coordinates))]).sort("
        "(one, other) => one[0] - other[0])",
    )
    largest = max(count for _, count, *_ in circles)
    expect(page.locator(".tailles text")).to_have_text([str(largest)])  # no size that is not drawn
    sizes = page.evaluate(
        "import('/static/console/map/sizes.js').then(({listSizes}) => [1250, 12, 7, 1, 0].map((n) => listSizes(n, 12)))"
    )
    assert sizes == [[1000, 200, 20], [10], [7], [], []]  # those of 10 and 2 look alike
    # Names stand beside the circles, each region has its own, and services from afar lie below.
    go_to(page, "#carte=9.1/12.5000/-15.5000")
    names = "{layers: ['noms-regions', 'noms-secteurs']}"
    told = ask_map(page, f"map.queryRenderedFeatures({names}).map((name) => name.properties.kind)")
    assert {*told} == {"region", "secteur"}
    covered = ask_map(
        page,
        "map.queryRenderedFeatures({layers: ['groupes']}).map((circle) =>"
        f" map.queryRenderedFeatures(map.project(circle.geometry.coordinates), {names}).length)",
    )
    assert len(covered) > 1 and not any(covered)
    go_to(page, "#carte=9.3/12.8000/-15.5500&couches=menages,plaintes,ecoles")
    layers = ask_map(page, "map.getStyle().layers.map((layer) => layer.id)")
    # Of the country the many services lie below the households, in a region or a town above them, unhidden.
    shown = ["ecoles-plus-loin", "groupes", "plaintes-groupes", "nombres", "ecoles-loin", "ecoles"]
    assert sorted(shown, key=layers.index) == shown
    # From afar, too, complaints are bubbles: no circle of households looks like them.
    bubble = "map.getLayoutProperty('plaintes-groupes', 'icon-image')"
    assert ask_map(page, bubble) == "plaintes-groupe" and ask_map(page, f"map.hasImage({bubble})")
    legend = page.evaluate(
        "import('/static/console/map/page-legend.js').then(({listPageLegend}) => listPageLegend().map(({text}) => text))"
    )
    assert legend[-2:] == ["Écoles", "Plaintes"] and "Sans catégorie" in legend  # of a printed page: all that is drawn
    go_to(page, "#carte=9.3/12.8000/-15.5500")
    ask_map(page, "null")
    for (_, _, x, y), told in (
        (circles[0], r"1 ménage\nSans catégorie\s: 1"),
        (circles[-1], r"ménages?\n.*Score PMT moyen"),
    ):
        page.mouse.move(x - 60, y)
        page.mouse.move(x, y)
        expect(page.locator(".bulle")).to_have_text(re.compile(told, re.DOTALL), use_inner_text=True)
    lightness = page.evaluate(
        """async () => {
          const [{chooseTheme}, {POVERTY}] = await Promise.all(
            ['state/theme.js', 'map/palette.js'].map((name) => import(`/static/console/${name}`)));
          return ['clair', 'sombre', 'clair'].map((theme) => {
            chooseTheme(theme);
            return POVERTY.map(({colour}) => parseInt(colour.slice(1, 3), 16));
          });
        }"""
    )
    assert all(steps == sorted(steps) for steps in lightness)  # the worst is the darkest, in the dark too


def test_click_filter_and_go_back(visit, registry):
    page = visit.sign_in(registry.cast.admin, CLOSE)
    click_middle_of_map(page)
    visit.opens_card("OI-000001")
    card = visit.card()
    expect(card).to_contain_text("Fatumata Djaló")
    expect(card.locator(".proches li").filter(has_text="Furo 1")).to_contain_text(re.compile(r"1,1\s?km"))
    assert f"fiche=menage/{registry.households[0].id}" in page.url
    lines_lead_to_the_nearest(page)
    no_serious_fault(page)
    page.get_by_role("button", name="Pauvre", exact=True).click()
    expect(page.locator(".bilan strong")).to_have_text("2", timeout=WAIT)
    page.select_option("#filtre-region", label="Bafatá")
    expect(page.locator(".bilan strong")).to_have_text("0", timeout=WAIT)
    page.go_back()
    expect(page.locator(".bilan strong")).to_have_text("2", timeout=WAIT)
    expect(page.locator("#filtre-region")).to_have_value("")
    page.go_back()
    page.go_back()
    expect(card).to_have_count(0)
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    far_services_are_all_drawn(page)
    circles_tell_their_households(page)


@pytest.mark.slow
def test_a_view_sent_to_a_colleague_opens_the_same(visit, registry):
    view = f"#couches=menages,points_eau&categorie=pauvre&fiche=points_eau/{registry.water.id}/12.75/-15.5&bande=liste"
    page = visit.sign_in(registry.cast.agent_west, view)
    visit.opens_card("Furo 1")
    expect(visit.card()).to_contain_text("5 ménages à moins de 5")
    expect(page.locator(".bande tbody tr")).to_have_count(2, timeout=WAIT)
    expect(page.locator("#couche-points_eau")).to_be_checked()
    expect(page.get_by_role("button", name="Pauvre", exact=True)).to_have_attribute("aria-pressed", "true")
    go_to(page, "#vue=page-d-autrefois")  # a misspelt address, or that of a page that is no more: the map
    expect(page.locator(".bilan strong")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_a_row_of_the_list_goes_there_also_when_its_card_is_open(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    row = page.locator(".bande").get_by_role("button", name="OI-000001")
    there = re.compile(r"carte=14\.50/")
    row.click(timeout=WAIT)
    expect(page).to_have_url(there, timeout=WAIT)
    page.get_by_role("button", name="Réduire").click()
    expect(page).to_have_url(re.compile(r"carte=13\."), timeout=WAIT)
    row.click()
    expect(page).to_have_url(there, timeout=WAIT)


@pytest.mark.slow
def test_out_of_scope_and_no_permission_are_said(visit, registry):
    visit.refusals = {403, 404}
    page = visit.sign_in(registry.cast.agent_east, f"#fiche=menage/{registry.households[0].id}")
    expect(visit.card()).to_contain_text("Introuvable.", timeout=WAIT)
    expect(page.locator(".bilan strong")).to_have_text("0")


@pytest.mark.slow
def test_coverage_tells_shares_with_their_denominators(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#bande=couverture&service=points_eau")
    expect(page.locator(".zones caption")).to_have_text(
        re.compile(r"Ensemble\s: 1 sur 6 ménages \(17\s%\) à plus de 5\skm d'un point d'eau"), timeout=WAIT
    )
    expect(page.locator(".legende-carte .legende-zones")).to_contain_text("Ménages à plus de 5 km d'un point d'eau")
    with page.expect_download() as data:
        page.get_by_role("button", name="CSV").click()
    lines = Path(data.value.path()).read_text("utf-8-sig").splitlines()
    assert lines[0].startswith('"Secteur";"Ménages";"Trop loin"')
    assert '"Part trop éloignée (%)"' in lines[0] and '"Distance médiane (m)"' in lines[0]
    assert '"Mansoa";"6";"1";"16,67"' in lines[1]
    page.wait_for_selector(".maplibregl-canvas")
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()
    assert Path(picture.value.path()).read_bytes()[:4] == b"\x89PNG"
    expect(page.locator(".legende-parts")).to_contain_text("à vol d'oiseau")
    names = page.locator(".zones tbody th")
    expect(names.first).to_have_text("Mansoa")  # the worst first
    page.get_by_role("button", name="Secteur", exact=True).click()
    assert names.all_inner_texts() == sorted(names.all_inner_texts())
    page.select_option("#couverture-sujet", "habitants")
    expect(page.locator(".zones caption")).to_contain_text("640 habitants", timeout=WAIT)
    no_serious_fault(page)
    expect(page.get_by_role("button", name="Lister les")).to_have_count(0)  # inhabitants are in no list


@pytest.mark.slow
def test_by_keyboard_only(visit, registry):
    page = visit.page
    page.goto(f"{visit.base}/")
    expect(page.locator("[name=email]")).to_be_focused(timeout=WAIT)
    page.keyboard.type(registry.cast.admin.email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    search = page.locator("#recherche")
    for _ in range(24):
        if search.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("zzzz")
    expect(page.locator("#trouves li")).to_have_text(
        ["Aucun résultat pour « zzzz ».", "Effacer la recherche"], timeout=WAIT
    )
    page.keyboard.press("Enter")
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    page.keyboard.type("binta")
    expect(page.locator("#trouves li")).to_have_count(1, timeout=WAIT)
    expect(page.locator("#trouves mark")).to_have_text(re.compile("binta", re.IGNORECASE))  # why it was found
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    visit.opens_card("OI-000003")
    expect(page).to_have_url(re.compile(r"carte=14\.50/12\.74"), timeout=WAIT)  # the map went there
    expect(visit.card()).to_be_focused()
    page.keyboard.press("Escape")
    expect(visit.card()).to_have_count(0)
    expect(search).to_be_focused()


@pytest.mark.slow
def test_filters_and_colours_are_told_on_the_map(visit, registry):
    page = visit.sign_in(
        registry.cast.admin, f"#region={registry.country.west.id}&categorie=pauvre&couches=menages,ecoles"
    )
    chips = page.locator(".filtres-mis button")
    expect(chips).to_have_text(["Oio", "Pauvre", "Effacer les filtres"], timeout=WAIT)
    legend = page.locator(".legende-carte")
    expect(legend).to_contain_text("Pauvre")
    expect(legend).to_contain_text("Écoles")
    expect(legend).not_to_contain_text("Vulnérable")
    expect(page.locator(".couches .sans-filtres")).to_contain_text("Dans la zone choisie")
    first = legend.locator("li").first
    assert first.bounding_box()["y"] - legend.bounding_box()["y"] < 20, "no hole over the only category"
    page.click("#ouvre-vues")
    assert page.locator(".menu.vues").bounding_box()["x"] > 340, "the fields stay in sight"
    page.keyboard.press("Escape")
    group = page.locator(".onglet[aria-expanded]").first
    group.click()
    expect(group).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(group).to_have_attribute("aria-expanded", "false")
    expect(group).to_be_focused()
    page.get_by_role("button", name="Ôter le filtre Pauvre").click()
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(legend).to_contain_text("Sans catégorie")
    no_serious_fault(page)
    page.get_by_role("button", name="Tout masquer").click()
    expect(legend).to_have_count(0)
    room = page.evaluate(
        """import('/static/console/map/sizes.js').then(({listNumbered, findRadius}) => [1, 0.2, 0.04].flatMap((share) =>
          listNumbered(share).flatMap((table, digits) => table.flatMap((least, place) =>
            place % 2 || String(least).length > digits + 1 ? [] : [[place ? table[place - 1] : 5, least]]))
          .map(([z, n]) => [2 * findRadius(z, n, share), (z < 7 ? 5.9 : 7.2) * String(n).length, z, n])))"""
    )
    assert len(room) > 40 and min(least for *_, least in room) == 2, "few households have their numbers, too"
    assert [one for one in room if one[0] < one[1]] == [], "a number runs over the edge of its circle"


@pytest.mark.slow
def test_language_switch_keeps_the_view(visit, registry):
    page = visit.sign_in(registry.cast.admin, f"#fiche=menage/{registry.households[1].id}&categorie=pauvre")
    visit.opens_card("OI-000002")
    page.click("[popovertarget=compte]")
    page.select_option("#langue", "en")
    expect(visit.card()).to_contain_text("Nearest services")
    expect(page.locator("h2").filter(has_text="Layers")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert "categorie=pauvre" in page.url
    page.select_option("#langue", "pt")
    expect(visit.card()).to_contain_text("Serviços mais próximos")


@pytest.mark.slow
def test_a_households_history_tells_what_changed(visit, registry):
    household = registry.households[0]
    Household.objects.filter(id=household.id).update(taille_menage=7)
    page = visit.sign_in(registry.cast.admin, f"#fiche=menage/{household.id}")
    visit.opens_card("OI-000001")
    page.locator("#histoire summary").click()
    expect(page.locator(".histoire > li").first).to_contain_text(
        re.compile("Modifié.*Taille du ménage 5 → 7"), timeout=WAIT
    )
    no_serious_fault(page)


@pytest.mark.slow
def test_a_day_is_that_day_in_every_time_zone(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    zone = page.context.new_cdp_session(page)
    for name in ("America/Los_Angeles", "Africa/Bissau", "Pacific/Auckland"):
        zone.send("Emulation.setTimezoneOverride", {"timezoneId": name})
        told = page.evaluate("import('/static/console/i18n.js').then(words => words.date('2020-03-01'))")
        assert re.match(r"(1er|1) mars 2020", told), (name, told)


def run_over(page):
    """Boxes whose words run over their edge, and pages that are wider than the window."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.page, .page *')]
          .filter(box => box.clientWidth && box.scrollWidth > box.clientWidth + 1 && !box.matches('.defile, .hors-vue'))
          .map(box => `${box.scrollWidth} > ${box.clientWidth} ${box.outerHTML.slice(0, 90)}`)"""
    )


@pytest.mark.slow
def test_a_phone_goes_from_page_to_page(visitor, registry):
    page = visitor(360, 740, has_touch=True, is_mobile=True).sign_in(registry.cast.admin, "#vue=collecte")
    title = page.locator(".page h1")
    expect(title).to_have_text("Avancement de la collecte", timeout=WAIT)
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#groupe-registre")).to_have_attribute("aria-expanded", "true")  # that of the page
    page.get_by_role("button", name="Qualité", exact=True).tap()
    expect(title).to_contain_text("ualité", timeout=WAIT)
    menu = heading = None
    for _try in range(100):  # the page is drawn again when its data are there
        menu, heading = page.get_by_role("button", name="Menu").bounding_box(), title.bounding_box()
        if menu and heading:
            break
        page.wait_for_timeout(100)
    assert menu["y"] + menu["height"] <= heading["y"], "the menu covers nothing"
    expect(page.locator(".carreau").first).to_be_visible(timeout=WAIT)
    assert run_over(page) == []
    page.get_by_role("button", name="Menu").tap()
    page.locator("#groupe-administration").tap()
    page.get_by_role("button", name="Comptes").tap()
    page.get_by_role("button", name="Rôles", exact=True).tap()
    expect(page.locator(".matrice")).to_be_visible(timeout=WAIT)
    assert run_over(page) == []


@pytest.mark.slow
def test_an_empty_registry_leads_to_the_import(visit, registry):
    Household.objects.all().delete()
    page = visit.sign_in(registry.cast.admin)
    page.get_by_role("button", name="Importer des ménages").click(timeout=WAIT)
    expect(page.locator(".page h1")).to_be_visible()
    assert "vue=import" in page.url
