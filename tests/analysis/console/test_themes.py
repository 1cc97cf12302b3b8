"""Areas by a figure, with classes, files and a page to print; complaints of a locality; distances; a package for a tablet."""

import os
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from geo.facilities.models import WaterPoint
from tests.analysis.console.conftest import PAINTED, WAIT, no_serious_fault
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.browser
CLASSES = [re.compile(r"^0.*\(\d+\)$"), re.compile(r"6 \(1\)$")]


def strip_is_drawn_higher_and_lower(page, strip):
    """By keys and by pointer; the map follows, and is a page to print."""
    handle = strip.get_by_role("separator")
    center = "import('/static/console/map/map.js').then(({getMap}) => getMap().getCenter().lat)"
    before, latitude = strip.bounding_box(), page.evaluate(center)
    handle.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(handle).to_have_attribute("aria-valuenow", "62")
    after = strip.bounding_box()
    assert after["height"] > before["height"] + 100 and page.evaluate("localStorage['tabanca.bande']") == "62"
    assert page.evaluate(center) < latitude, "what was seen lies above the higher strip"
    box = handle.bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 129)
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", re.compile("4[67]"))
    page.click("#imprimer-carte")
    page.select_option("dialog.demande [name=sens]", "portrait")
    page.get_by_role("button", name="Voir la page").click()
    seen = page.locator("dialog.demande .apercu-page canvas")
    expect(seen).to_be_visible(timeout=WAIT)
    box = seen.bounding_box()
    assert box["height"] > box["width"] > 200, "the page is seen as it will be, upright"
    with page.expect_download() as data:
        page.get_by_role("button", name="Enregistrer le PDF").click()
    assert Path(data.value.path()).read_bytes().startswith(b"%PDF-1.4")


def hexagons_and_two_regions(page, strip):
    """A figure by hexagon, and every figure of two regions with its denominator."""
    mansoa = strip.locator("tr").filter(has_text="Mansoa")
    page.select_option("#couverture-niveau", "hexagone")
    expect(strip.locator("tbody tr").first).to_contain_text(re.compile(r"1.*1.*1"), timeout=WAIT)
    expect(strip.get_by_role("columnheader", name="Hexagones")).to_be_visible()
    page.select_option("#couverture-niveau", "secteur")
    page.select_option("#couverture-theme", "grappes")
    expect(mansoa).to_contain_text("sans voisin", timeout=WAIT)  # the only secteur with households
    page.get_by_role("button", name="Régions", exact=True).click()
    share = strip.locator("tr").filter(has_text="Part sous le seuil")
    expect(share.locator("td")).to_have_text(
        [re.compile(r"–\s*sur 0"), re.compile(r"50,0\s%\s*sur 6"), "–"], timeout=WAIT
    )
    page.select_option("#couverture-une", label="Oio")
    expect(share.locator("td")).to_have_text([re.compile(r"50,0\s%\s*sur 6"), re.compile(r"–\s*sur 0"), "–"])
    chosen = [page.locator(f"#couverture-{side}").input_value() for side in ("une", "autre")]
    drawn = "import('/static/console/map/map.js').then(({getMap}) => getMap().getFilter('limites-comparees')[2][1])"
    page.wait_for_function(
        f"(chosen) => {drawn}.then((pair) => `${{pair}}` === `${{chosen}}`)", arg=chosen
    )  # drawn soon
    no_serious_fault(page)


def a_share_says_of_whom_it_is(strip, row):
    """With both of its numbers, and that six households are few."""
    expect(row).to_contain_text(re.compile(r"(50|67)\s%"), timeout=WAIT)
    expect(row.locator("td")).to_have_text([re.compile("incertain"), "3", "6"])
    expect(strip.locator(".bande-corps")).to_contain_text("Part de tous les ménages enregistrés")


def areas_have_the_colours_of_the_legend(page):
    """On the map, in both appearances; the lightest is not taken for the sea, and an area without a value is hatched."""
    for dark in ("sombre", "clair"):
        drawn = page.evaluate(
            """async (dark) => {
              const [{getMap}, {chooseTheme}, {colours, listShares}] = await Promise.all(
                ['map/map.js', 'state/theme.js', 'map/palette.js'].map((name) => import(`/static/console/${name}`)));
              chooseTheme(dark);
              const paint = (layer, name) => getMap().getPaintProperty(layer, name);
              await new Promise((done) => setTimeout(done, 300));
              const boxes = [...document.querySelectorAll('.legende-zones i:not(.sans-valeur)')];
              const sample = document.createElement('i');
              const read = (colour) => Object.assign(sample.style, {background: colour}).background;
              return {
                legend: boxes.map((box) => box.style.background),
                filled: paint('couverture', 'fill-color').filter((one) => /^#/.test(one)).map(read),
                opacity: paint('couverture', 'fill-opacity') ?? 1,
                hatched: paint('couverture-vide', 'fill-pattern'),
                isHatchingThere: getMap().hasImage(paint('couverture-vide', 'fill-pattern')),
                ground: [listShares()[0], colours(dark === 'sombre').sea],
              };
            }""",
            dark,
        )
        assert {*drawn["legend"]} <= {*drawn["filled"]} and drawn["opacity"] == 1
        assert drawn["hatched"].startswith("hachures") and drawn["isHatchingThere"]
        lightest, sea = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in drawn["ground"]]
        assert max(abs(one - other) for one, other in zip(lightest, sea, strict=True)) > 60
    the_map_is_printed_above_its_table(page)


def the_map_is_printed_above_its_table(page):
    """By the browser's own printing, too: what is seen of the map, with its title and legend."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    figure = page.locator(".bande .carte-imprimee")
    expect(figure.locator("figcaption")).to_have_text("Nombre de ménages, par secteur")
    expect(figure.locator("li")).to_have_text(CLASSES)
    assert figure.locator("canvas").evaluate(PAINTED) > 20, "the picture of the map, not an empty one"
    table = page.locator(".bande-corps table")
    assert figure.bounding_box()["y"] < table.bounding_box()["y"]
    page.emulate_media(media="screen")
    expect(figure).to_be_hidden()


@pytest.mark.modules
@pytest.mark.slow
def test_areas_by_a_figure_and_a_package(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#carte=8/12.5/-15")
    page.get_by_role("button", name="Thèmes").click(timeout=WAIT)
    strip = page.locator(".bande")
    mansoa = strip.locator("tr").filter(has_text="Mansoa")
    a_share_says_of_whom_it_is(strip, mansoa)
    page.select_option("#couverture-theme", "score")
    page.select_option("#couverture-classes", "naturelles")
    expect(mansoa).to_contain_text("46,6")
    expect(page.locator(".legende-parts span")).to_have_count(1)
    expect(page.locator(".legende-zones li")).to_have_text(["46,6 (1)", "Sans valeur"])
    page.select_option("#couverture-theme", "menages")
    # Each class begins after the last one, in the strip and on the map, and says how many areas it holds.
    for place in (".legende-parts span", ".legende-zones li"):
        expect(page.locator(place)).to_have_text(CLASSES)
    assert "bande=themes" in page.url and "theme=menages" in page.url
    page.get_by_role("button", name="Ménages enregistrés").click()
    expect(strip.locator("[aria-sort=descending]")).to_have_text("Ménages enregistrés")
    expect(strip.locator("tbody th").first).to_have_text("Mansoa")
    areas_have_the_colours_of_the_legend(page)
    page.wait_for_selector(".toile:not(.cachee) canvas")
    page.wait_for_load_state("networkidle")
    page.mouse.move(640, 200)
    page.mouse.move(645, 205)
    files = {}
    for kind in ("PNG", "PDF", "CSV"):
        with page.expect_download() as data:
            strip.get_by_role("button", name=kind).click()
            if kind == "PDF":
                page.get_by_role("button", name="Enregistrer le PDF").click()
        assert data.value.suggested_filename == f"carte-nombre-de-menages-secteur.{kind.lower()}"
        files[kind] = Path(data.value.path()).read_bytes()
    expect(strip.locator("caption")).to_have_text("Nombre de ménages, par secteur")
    assert files["PNG"].startswith(b"\x89PNG")
    assert files["PDF"].startswith(b"%PDF-1.4") and files["PDF"].rstrip().endswith(b"%%EOF")
    for words in ("Nombre de m\\351nages, par secteur", "Source : registre social Tabanca"):  # text, beside the picture
        assert words.encode() in files["PDF"].replace(b"\\240", b" "), words
    # The map goes on under the panel of the figures, down to the legend of the page.
    sheet = Image.open(BytesIO(files["PDF"][files["PDF"].index(b"\xff\xd8") :])).convert("RGB")
    assert sheet.size == (2600, 1837) and min(sheet.getpixel((1300, 1544))) < 250
    assert '"Mansoa";"6";"6"' in files["CSV"].decode("utf-8-sig")
    no_serious_fault(page)
    if shots := os.environ.get("TABANCA_SHOTS"):
        page.screenshot(path=f"{shots}/themes.png")
        (Path(shots) / "page.pdf").write_bytes(files["PDF"])
    strip_is_drawn_higher_and_lower(page, strip)
    hexagons_and_two_regions(page, strip)

    page.click("#paquet")
    page.get_by_label("Région").last.select_option(label="Oio")
    page.get_by_role("button", name="Préparer le paquet").click()
    expect(page.locator(".paquet .avancement")).to_be_visible(timeout=WAIT)
    with page.expect_download(timeout=60_000) as data:
        execute_job(Job.objects.get(type="paquet").id)
    assert re.fullmatch(r"tabanca-oio-\d{4}-\d\d-\d\d\.zip", data.value.suggested_filename)
    assert "tabanca.mbtiles" in zipfile.ZipFile(data.value.path()).namelist()
    expect(page.locator(".paquet .dit")).to_contain_text("Téléchargé")


@pytest.mark.slow
def test_complaints_two_dates_and_distances(visit, registry):
    country = registry.country
    for number in range(2):
        Complaint.objects.create(
            reference=f"PLT-2026-00000{number}",
            categorie="service",
            priorite="haute",
            objet=f"Pompe en panne {number}",
            region=country.west,
            secteur=country.north,
            localite=country.cutia,
            echeance=timezone.localdate(),
        )
    complaint, (lng, lat) = Complaint.objects.first(), country.cutia.geom.coords
    card = f"fiche=plaintes/{complaint.id}/{lat:.5f}/{lng:.5f}"
    page = visit.sign_in(registry.cast.admin, f"#couches=plaintes&bande=themes&theme=plaintes&{card}")
    visit.opens_card("2 plaintes")
    expect(visit.card().locator("a").first).to_have_attribute("href", re.compile("vue=plaintes&.*element="))
    expect(page.locator("#couche-plaintes")).to_be_checked()
    strip = page.locator(".bande")
    mansoa = strip.locator("tr").filter(has_text="Mansoa")
    expect(mansoa.locator("td")).to_have_text([re.compile("2"), "6"])
    page.select_option("#couverture-theme", "montant")
    expect(mansoa.locator("td")).to_have_text([re.compile("0"), "0"])
    page.select_option("#couverture-theme", "comparaison")
    page.select_option("#couverture-compare", "plaintes")
    expect(mansoa.locator("td")).to_have_text([re.compile(r"\+2"), "0", "–", "2"])
    page.fill("#couverture-avant", str(timezone.localdate()))
    page.press("#couverture-avant", "Enter")
    expect(mansoa.locator("td").first).to_have_text(re.compile("0"))
    no_serious_fault(page)
    page.select_option("#couverture-theme", "grappes")
    page.select_option("#couverture-grille", "hexagone")
    expect(strip.get_by_role("columnheader", name="Hexagones")).to_be_visible(timeout=WAIT)

    page.get_by_role("button", name="Distances").click()
    expect(strip.locator("tbody tr").first).to_contain_text(re.compile(r"33\s%\s2"), timeout=WAIT)
    page.get_by_label("Services de santé").last.uncheck()
    expect(strip.locator("thead th")).to_have_text(
        ["Distance", "Points d'eau", "Écoles", "Le plus proche de tous", "Le plus éloigné de tous"],
        timeout=WAIT,
    )
    chart = strip.locator(".histogramme").bounding_box()
    assert chart["height"] > 200, "each series has a row for each class"
    # The services that are counted are on the map, as long as the strip is open.
    for layer, is_on in (("ecoles", True), ("points_eau", True), ("services_sante", False)):
        expect(page.locator(f"#couche-{layer}")).to_be_checked(checked=is_on)
    no_serious_fault(page)
    for kind, start in (("PNG", b"\x89PNG"), ("CSV", b"\xef\xbb\xbf")):
        with page.expect_download() as data:
            strip.get_by_role("button", name=kind).click()
        assert Path(data.value.path()).read_bytes().startswith(start)
    page.get_by_role("button", name="Distances").click()
    expect(page.locator("#couche-ecoles")).not_to_be_checked()
    expect(page.locator("#couche-plaintes")).to_be_checked()


@pytest.mark.slow
def test_a_coverage_leads_to_those_who_are_too_far(visit, registry):
    """The list, the map and the counter have exactly the households that the row counts; a name leads to its place."""
    page = visit.sign_in(registry.cast.admin, "#bande=couverture&service=points_eau&carte=6/11/-13")
    page.get_by_title("Voir Mansoa sur la carte").click(timeout=WAIT)
    page.wait_for_url(re.compile(r"carte=(?!6)"))
    page.get_by_role("button", name="Lister les 1 ménages trop éloignés : Mansoa").click()
    expect(page.locator(".menages tbody tr")).to_have_count(1, timeout=WAIT)
    expect(page.locator(".bilan strong")).to_have_text("1")
    expect(page.locator(".filtres-mis li").last).to_contain_text("Effacer")
    expect(page.locator(".filtres-mis")).to_contain_text(
        re.compile(r"Mansoa.*À plus de 5\skm d'un point d'eau", re.DOTALL)
    )
    page.go_back()
    page.click("#trop-loin", timeout=WAIT)
    expect(page.locator(".menages tbody tr")).to_have_count(1, timeout=WAIT)
    expect(page.locator(".filtres-mis")).not_to_contain_text("Mansoa")


@pytest.mark.slow
def test_a_service_is_far_from_its_own_norm_on(visit, registry):
    """The distance follows the service until the user chooses one; the note says what counts as a service."""
    page = visit.sign_in(registry.cast.admin, "#bande=couverture")
    radius = page.locator("#couverture-rayon")
    expect(page.locator(".bande-corps .legende-parts")).to_contain_text("aussi les rejetés", timeout=WAIT)
    expect(radius).to_have_value("5000", timeout=WAIT)
    page.select_option("#couverture-service", "points_eau")
    expect(radius).to_have_value("1000")
    notes = page.locator(".legende-parts")
    expect(notes).to_contain_text("Ce que l'on sait fermé ou en panne ne compte pas", timeout=WAIT)
    page.select_option("#couverture-comptent", "tous")
    expect(notes).to_contain_text("Tous les points d'eau comptent, même en panne.", timeout=WAIT)
    page.select_option("#couverture-service", "ecoles")
    expect(radius).to_have_value("3000")
    page.select_option("#couverture-rayon", "2000")
    page.select_option("#couverture-service", "points_eau")
    expect(radius).to_have_value("2000")


@pytest.mark.slow
def test_a_coverage_is_of_the_services_that_are_meant(visit, registry):
    """Of a type, and without the broken ones unless all are wanted; those who are too far are listed by the same."""
    WaterPoint.objects.update(type="puits", fonctionnel=False)
    page = visit.sign_in(registry.cast.admin, "#bande=couverture&service=points_eau&rayon=5000")
    caption = page.locator(".bande .zones caption").first
    expect(caption).to_contain_text(re.compile(r"6 sur 6 ménages.*d'un point d'eau en service"), timeout=WAIT)
    page.select_option("#couverture-comptent", "tous")
    expect(caption).to_contain_text(re.compile(r"1 sur 6 ménages.*d'un point d'eau, rejetés compris$"), timeout=WAIT)
    page.select_option("#couverture-etape", "sans_rejetes")
    expect(caption).to_contain_text(re.compile(r"sur \d+ ménages.*sans les rejetés$"), timeout=WAIT)
    assert "plan=" in page.url and page.locator("#filtre-etape").input_value() == "sans_rejetes"
    page.select_option("#couverture-etape", "")
    page.select_option("#couverture-typeService", "forage")
    expect(caption).to_contain_text(re.compile(r"6 sur 6 ménages.*d'un forage"), timeout=WAIT)
    page.get_by_text("Où construire d'abord").click()
    expect(page.locator(".villages tbody tr").first).to_be_visible(timeout=WAIT)
    page.click("#trop-loin")
    expect(page.locator(".menages tbody tr")).to_have_count(6, timeout=WAIT)
    expect(page.locator(".filtres-mis")).to_contain_text("d'un forage")


@pytest.mark.modules
@pytest.mark.slow
def test_the_other_regions_are_land_for_who_sees_one(visit, registry):
    """An account of a region sees its country around it, and no sea; one of all regions has their own outlines."""
    page = visit.sign_in(registry.cast.agent_west, "#carte=6.5/12/-15")
    page.wait_for_selector(".toile:not(.cachee) canvas", timeout=WAIT)
    at = ", ".join(
        f"map.queryRenderedFeatures(map.project([{place}]), {{layers: ['pays']}}).length"
        for place in ("-14.3, 12.2", "-15.86, 11.27", "-16.6, 11.6")
    )
    found = page.evaluate(
        f"""import('/static/console/map/map.js').then(async ({{getMap}}) => {{
          const map = getMap(); map.triggerRepaint(); await map.once('idle'); return [{at}]; }})"""
    )
    assert found == [1, 1, 0], "the mainland, an island, the sea"
    services = page.evaluate(
        """import('/static/console/map/style.js').then(({makeStyle}) => [false, true].flatMap((dark) =>
          makeStyle({couches: ['ecoles', 'asc', 'points_eau', 'services_sante'], position: null, region: null}, {dark})
            .layers.filter(({id}) => id.endsWith('-plus-loin')).map(({layout}) => layout['icon-image'])))"""
    )
    assert services[:4] == ["points_eau-petit", "ecoles-petit", "asc-petit", "services_sante-petit"]
    drawn = page.evaluate(
        f"""import('/static/console/map/map.js').then(({{getMap}}) => {services}.map((name) => {{
          const {{data: {{data, width}}}} = getMap().getImage(name);
          return [...data.slice(4 * (width * width / 2 + width / 2)).slice(0, 3)]; }}))"""
    )
    colours = [tuple(pixel) for pixel in drawn]
    assert len({*colours}) == 8 and sum(colours[0]) < sum(colours[4]), "told apart by colour, too; lighter in the dark"


@pytest.mark.modules
@pytest.mark.slow
def test_the_country_lies_among_its_neighbours(visit, registry):
    """The ground says where the country is, below its regions; near an empty place the map says so, with the way back."""
    page = visit.sign_in(registry.cast.admin, "#carte=7/12.4/-15")
    page.wait_for_selector(".toile:not(.cachee) canvas", timeout=WAIT)
    read = "import('/static/console/map/map.js').then(async ({getMap}) => { const map = getMap(); map.triggerRepaint(); await map.once('idle');"
    layers = page.evaluate(f"{read} return map.getStyle().layers.map(({{id}}) => id); }})")
    assert layers.index("mer") < layers.index("voisins") < layers.index("terre") < layers.index("noms-voisins")
    find = "map.queryRenderedFeatures(map.project([%s]), {layers: ['voisins']}).length"
    at = ", ".join(find % place for place in ("-14.5, 13.2", "-13.6, 11.0", "-16.4, 10.6"))
    assert page.evaluate(f"{read} return [{at}]; }})") == [1, 1, 0]
    names = page.evaluate(
        """import('/static/console/map/neighbours.js').then(({makeNeighbours}) => makeNeighbours().features
          .flatMap(({properties}) => properties.nom ?? []))"""
    )
    assert {"SÉNÉGAL", "GUINÉE", "Océan Atlantique"} <= {*names}
    tiles = page.evaluate(
        """import('/static/console/map/style.js').then(({makeStyle}) => ['r', null].map((region) =>
          makeStyle({couches: ['ecoles'], position: null, region}, {}).sources.ecoles.tiles[0].split('?')[1]))"""
    )
    assert tiles == ["region=r", None]  # services follow the filters' area
    country = page.evaluate("import('/static/console/map/country.js').then(({listCountry}) => listCountry().length)")
    assert country == 0  # who sees all regions has their outlines
    hint = page.locator(".rien-ici")
    expect(hint).to_have_count(0)
    page.evaluate("location.hash = '#carte=13/11.7/-14.2'; dispatchEvent(new PopStateEvent('popstate'))")
    expect(hint).to_contain_text("Aucun ménage ici.", timeout=WAIT)
    no_serious_fault(page)
    hint.get_by_role("button", name="Tout voir").click()
    expect(hint).to_have_count(0, timeout=WAIT)


@pytest.mark.modules
@pytest.mark.slow
def test_names_stand_in_their_regions(visit, registry):
    """A name keeps to its own land, or to the sea beside it where its land is smaller than it."""
    page = visit.sign_in(registry.cast.admin)
    places = page.evaluate(
        """import('/static/console/map/name-places.js').then(({listNamePlaces, makeLandLookup}) => {
          const square = (nom, west, east) => ({nom, geometry: {type: 'Polygon', coordinates:
            [[[west, 0], [east, 0], [east, 4], [west, 4], [west, 0]]]}});
          const find = makeLandLookup([square('Oio', 0, 6), square('Biombo', 6, 7)]);
          const list = (nom, isSmall, x) => listNamePlaces(find, {nom, isSmall}, [x, 2], [[0.8, 0.8]])
            .map(([right, below]) => [x + right * 0.8, 2 - below * 0.8]);
          return [find(1, 1), find(6.5, 1), find(9, 9), list('Oio', false, 5.8), list('Biombo', true, 6.5)];
        })"""
    )
    assert places[:2] == ["Oio", "Biombo"] and places[2] is None
    # Three letters are 1.44 wide: from a middle at the border the name goes to its own land.
    assert max(x for x, _ in places[3][:5]) <= 6 - 0.72 + 0.1
    # Six letters are 2.88 wide, and have no room on their land: they stand on the sea, not on the neighbour's land.
    assert places[4] and not [(x, y) for x, y in places[4] if x - 1.44 < 5.5 and -0.2 < y < 4.2]
