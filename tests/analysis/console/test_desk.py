"""What a clerk does all day: sort and take along a list, follow one's jobs, keep one's account."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.contrib.gis.geos import Point
from openpyxl import load_workbook
from playwright.sync_api import expect

from accounts.jobs.models import Job
from geo.facilities.models import VbgService
from registry.households.models import HeadOfHousehold, Household, Member, Statut, StatutCollecte
from tests.analysis.console.conftest import PAINTED, WAIT, no_serious_fault

pytestmark = pytest.mark.browser


def check_total_follows(page, rows):
    """Check that the number beside the list is the list's own after another user changed the registry."""
    Household.objects.filter(code_menage="OI-000002").delete()
    page.get_by_role("button", name="Code", exact=True).click()
    expect(rows).to_have_count(5, timeout=WAIT)
    expect(page.locator(".bilan strong")).to_have_text("5", timeout=WAIT)


def test_sort_choose_and_take_a_list_along(visit, registry):
    collected = {"statut": Statut.COLLECTE, "statut_collecte": StatutCollecte.PRE_COLLECTE}
    Household.objects.update(**collected)
    Household.objects.filter(code_menage="OI-000006").update(statut_collecte=StatutCollecte.INTEGRE)
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    expect(page.locator(".bande .tete")).to_contain_text("Les plus récents d'abord")
    page.get_by_role("button", name="Score PMT").click()
    expect(page.locator(".bande .tete")).not_to_contain_text("Les plus récents")
    expect(rows.first).to_contain_text("OI-000001", timeout=WAIT)
    expect(rows.last).to_contain_text("OI-000006")  # without a score
    page.check("#liste-tous")
    expect(page.locator(".barre-choix")).to_contain_text("6 ménages choisis")
    # A household of the registry has no step of the collection left: acts say how many they are for.
    expect(page.locator("#acte-valider")).to_have_text("Valider (5)")
    expect(page.locator(".barre-choix")).to_contain_text(re.compile(r"en collecte\s*: 5, au registre\s*: 1"))
    expect(page.locator(".barre-choix .note")).to_have_text(re.compile(r"Pas encore soumis par leur enquêteur\s: 5\."))
    page.click("[popovertarget=affichage]")
    page.check("#col-statutCollecte")
    page.select_option("#f-lignes", "25")
    expect(rows.filter(has_text="OI-000006")).to_contain_text("Au registre")
    kept = page.evaluate("[localStorage['tabanca.liste.colonnes'], localStorage['tabanca.liste.lignes']]")
    assert kept == ["code,chef,lieu,taille,categorie,score,eligibilite,champ.statutCollecte", "25"]
    page.keyboard.press("Escape")
    page.click("[popovertarget=exporter]")
    page.keyboard.press("Escape")  # closes the menu, and nothing behind it
    expect(page.locator("#exporter")).to_be_hidden()
    expect(rows).to_have_count(6)
    page.click("[popovertarget=exporter]")
    with page.expect_download() as sheet:
        page.get_by_role("button", name="Excel, à lire").click()
    with Path(sheet.value.path()).open("rb") as file:
        titles, *found = load_workbook(file).active.values
    assert (titles[0], len(found)) == ("Code du ménage", 6)
    assert "Extrême pauvre" in {row[titles.index("Catégorie de pauvreté")] for row in found}
    page.get_by_label("Choisir OI-000001").uncheck()
    page.click("[popovertarget=exporter]")
    expect(page.locator("#exporter")).to_contain_text("Seulement les 5 ménages choisis")
    with page.expect_download() as sheet:  # what was chosen, and nothing else
        page.get_by_role("button", name="CSV").click()
    assert "OI-000001" not in (lines := Path(sheet.value.path()).read_text(encoding="utf-8-sig"))
    assert len(lines.splitlines()) == 6
    page.click("[popovertarget=exporter]")
    page.uncheck("#exporter-choisis")
    expect(page.locator("#exporter")).to_contain_text("Tous les ménages qui répondent aux filtres (6)")
    page.keyboard.press("Escape")
    check_total_follows(page, rows)
    rows.last.locator(".c-score").click()  # the row leads there as its code does
    expect(visit.card()).to_contain_text("Pas encore noté", timeout=WAIT)


def test_correct_a_household(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    rows.filter(has_text="OI-000006").locator(".lien").click()
    visit.card().get_by_role("button", name="Modifier").click()
    page.fill("[name='chefMenage.telephone']", "abc", timeout=WAIT)
    page.fill("[name=latitude]", "52")
    page.fill("[name=longitude]", "-15")
    page.fill("[name=tailleMenage]", "0")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faute-champ")).to_have_text(
        [
            re.compile("Un numéro de téléphone"),
            "Cette position est hors du pays.",
            "1 au moins.",
        ]
    )
    page.fill("[name='chefMenage.telephone']", "955123456")
    expect(page.locator(".faute-champ")).to_have_count(2)  # what is mended is no fault any more
    expect(page.locator("[name='chefMenage.telephone']")).to_be_focused()
    page.locator(".volet [data-page=tableau]").click()  # what was entered is there again
    expect(page.locator(".page-tableau")).to_be_visible(timeout=WAIT)
    page.go_back()
    expect(page.locator(".fiche-menage .note")).to_contain_text("encore là", timeout=WAIT)
    expect(page.locator("[name='chefMenage.telephone']")).to_have_value("955123456")
    expect(page.locator("[name=latitude]")).to_have_value("52")
    page.fill("[name=latitude]", "12.5")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faute-champ")).to_have_text("1 au moins.")
    page.locator("[name=tailleMenage]").evaluate("field => field.removeAttribute('min')")
    visit.refusals = {422}
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faute-champ")).to_contain_text("supérieure à 0", timeout=WAIT)
    expect(page.locator("[name=tailleMenage]")).to_be_focused()
    no_serious_fault(page)
    page.fill("[name=tailleMenage]", "4")
    gap = re.compile("Les âges font 6 personnes, la taille en dit 4")
    page.locator("summary", has_text="Composition").click()
    page.fill("[name=nbAdultes1564]", "4")
    expect(page.locator(".fiche-menage .note", has_text=gap)).to_have_count(2)  # where each is entered
    page.get_by_role("button", name="Enregistrer").click()
    expect(visit.card().locator(".ecart-taille")).to_have_text(gap, timeout=WAIT)
    expect(visit.card().locator("#fautes-menage")).to_contain_text("Le logement n'est pas décrit.")
    dialled = visit.card().locator("[href='tel:+245955123456']")
    expect(dialled).to_have_text("+245\u00a0955\u00a0123\u00a0456", timeout=WAIT)
    expect(visit.card().locator(".dit")).to_have_text("Le ménage est enregistré.")
    assert Household.objects.get(code_menage="OI-000006").taille_menage == 4


@pytest.mark.slow
def test_what_a_form_misses_is_said_in_its_language_and_in_sight(visitor, registry):
    """Not by the browser's bubble, in the device's language, behind the foot of the page."""
    page = visitor(390, 844, locale="pt-PT", has_touch=True, is_mobile=True).sign_in(
        registry.cast.admin, "#vue=menage&element=nouveau"
    )
    page.locator("[name='chefMenage.nomComplet']").fill("Satu", timeout=WAIT)
    page.get_by_role("button", name="Guardar").tap()
    told = page.locator(".faute-champ").first
    expect(told).to_have_text("Faça uma escolha.")
    field = page.locator("[aria-invalid]").first
    expect(field).to_be_focused()
    foot = page.locator(".fiche-menage .formulaire > .actions").bounding_box()
    menu = page.get_by_role("button", name="Menu").bounding_box()
    at = field.bounding_box()
    assert menu["y"] + menu["height"] <= at["y"] and at["y"] + at["height"] <= foot["y"]
    no_serious_fault(page)


def print_on_paper(page):
    """What is printed is looked at instead."""
    page.evaluate("window.prints = 0; void (window.print = () => { window.prints += 1; })")
    page.emulate_media(media="print")


@pytest.mark.slow
def test_a_sheet_tells_no_ages_that_nobody_asked_for(visit, registry):
    ages = {"nb_enfants_04": 0, "nb_adultes_1564": 0}
    HeadOfHousehold.objects.filter(menage=registry.households[1]).update(statut_matrimonial="marie_monogame")
    Member.objects.create(menage=registry.households[1], nom_complet="Ami Baldé", lien_parente="fille", sexe="F")
    Household.objects.filter(code_menage="OI-000002").update(**ages, date_collecte="2026-01-05T10:00Z")
    place = {"region": registry.country.west, "secteur": registry.country.north}
    place["geom"] = Point(-15.51, 12.76, srid=4326)
    VbgService.objects.create(nom="Ponto de Escuta", code="S1", type="centre_ecoute", **place)
    page = visit.sign_in(registry.cast.admin, f"#fiche=menage/{registry.households[1].id}")
    expect(visit.card().locator("h2")).to_have_text("Mamadú Baldé", timeout=WAIT)
    expect(visit.card()).to_contain_text("Ponto de Escuta")
    print_on_paper(page)
    page.emulate_media(media="screen")  # what is clicked is not on paper
    expect(visit.card().locator("#conjoint-absent")).to_be_visible()  # married, nobody listed is the spouse
    visit.card().get_by_role("button", name="Imprimer la fiche").click()
    page.emulate_media(media="print")
    paper = page.locator("#papier")
    expect(paper).to_contain_text("Âges non renseignés", timeout=WAIT)
    expect(paper).not_to_contain_text(re.compile("VBG|Ponto de Escuta"))  # a sheet lies in the house
    boxes = [one.bounding_box() for one in paper.locator(".plan-a4 text").all()]
    for one, other in combinations(boxes, 2):
        apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        assert apart or one["y"] + one["height"] <= other["y"] + 4 or other["y"] + other["height"] <= one["y"] + 4
    expect(paper.locator(".nombres-a4")).to_have_count(0)
    expect(paper).to_contain_text("Cheffe de ménage")
    expect(paper).to_contain_text("5 janvier 2026")
    expect(paper).to_contain_text("Ce ménage n'est bénéficiaire d'aucun programme.")
    expect(paper).to_contain_text(re.compile(r"Point d'eau\s: Furo 1 \("))
    expect(paper.locator(".plan-a4")).to_contain_text(re.compile(r"Point d'eau · .*\sk?m"))  # where the house lies
    # Facts stand two in a line: the sheet stays one page.
    first, second = (paper.locator(".faits-a4 tr").nth(place).bounding_box()["y"] for place in (0, 1))
    assert first == second
    # The browser's own printing prints the same sheet, over the list, too; afterwards the screen is as it was.
    sheet = paper.inner_text()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(paper).to_have_count(0)
    expect(visit.card()).to_be_visible()
    expect(page.locator(".toile canvas:visible, .fiche .bouton:visible")).to_have_count(0)  # without a sheet: the card
    page.evaluate("location.hash += '&bande=liste'")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert paper.inner_text() == sheet
    expect(page.locator(".bande, .fiche")).to_have_count(2)
    expect(page.locator(".bande:visible, .fiche:visible")).to_have_count(0)


@pytest.mark.slow
def test_a_list_on_paper_tells_what_it_holds_in_a_line_each(visit, registry):
    view = f"#bande=liste&region={registry.country.west.id}&categorie=pauvre"
    page = visit.sign_in(registry.cast.admin, view)
    page.click("[popovertarget=exporter]", timeout=WAIT)
    print_on_paper(page)
    page.evaluate("document.querySelector('#exporter button:has(#exporter-papier)').click()")
    paper = page.locator("#papier")
    expect(paper.locator("header p")).to_have_text("Oio · Pauvre · 2 ménages", timeout=WAIT)
    expect(paper.locator("header small")).to_contain_text("données personnelles")
    expect(paper.locator(".secteur-a4")).to_contain_text("Oio, Mansoa 2 ménages")
    expect(paper.locator(".village-a4 th")).to_contain_text("Cutia 2 ménages")
    page.wait_for_timeout(500)
    assert page.evaluate("window.prints") == 1
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    foot = page.evaluate("document.documentElement.style.getPropertyValue('--imprime')")
    assert "données personnelles" in foot and registry.cast.admin.nom_complet in foot
    expect(paper.locator("tbody tr:has(td)").first).to_contain_text("F · 39")
    page.set_viewport_size({"width": 690, "height": 1000})  # the room of an A4 sheet
    heights = paper.locator("tbody tr:has(td)").evaluate_all(
        "rows => rows.map((row) => row.getBoundingClientRect().height)"
    )
    assert len(heights) == 2 and max(heights) < 32, heights


@pytest.mark.slow
def test_a_wide_table_is_whole_on_paper(visit, registry):
    """A page with many columns is printed on its side: nothing is cut off, the heads of its columns stand there."""
    page = visit.sign_in(registry.cast.admin, "#vue=qualite")
    expect(page.locator(".page table th").first).to_be_visible(timeout=WAIT)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1032, "height": 700})  # the room of an A4 sheet on its side
    assert page.evaluate("getComputedStyle(document.querySelector('.page')).page") == "paysage"
    cut = page.locator(".page table").evaluate_all(
        "tables => tables.map((one) => one.getBoundingClientRect().right).filter((right) => right > 1032)"
    )
    assert cut == []
    expect(page.locator(".page table th").first).not_to_have_text("")
    page.evaluate("location.hash = '#vue=collecte'")
    filters = page.locator(".page .filtres-plies")
    expect(filters.locator("[name=region]")).to_have_css("appearance", "none", timeout=WAIT)
    expect(filters.locator("[data-champ=dateDebut]")).to_be_hidden()


@pytest.mark.slow
def test_paper_says_who_printed_it_and_has_nothing_to_click(visit, registry):
    """Tabs, links back, hints and hidden parts are not printed; a table's head and foot stand where they belong."""
    page = visit.sign_in(registry.cast.admin, "#vue=plaintes")
    expect(page.locator(".page .choix").first).to_be_visible(timeout=WAIT)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    foot = page.evaluate("document.documentElement.style.getPropertyValue('--imprime')")
    assert "imprimé le" in foot and registry.cast.admin.nom_complet in foot
    page.emulate_media(media="print")
    expect(page.locator(".page .choix:visible")).to_have_text(["Toutes"])
    expect(page.locator(".page .bouton:visible, .page input:visible")).to_have_count(0)
    page.evaluate("location.hash = '#vue=comptes&onglet=roles'")
    expect(page.locator(".page table")).to_be_visible(timeout=WAIT)
    assert page.locator(".page thead").first.evaluate("one => getComputedStyle(one).display") == "table-header-group"
    page.emulate_media(media="screen")
    page.evaluate("location.hash = '#bande=couverture'")
    expect(page.locator(".bande table")).to_be_visible(timeout=WAIT)
    page.wait_for_timeout(1_000)  # the map moves to what the table is about
    page.emulate_media(media="print")
    expect(page.locator(".scene canvas:visible, .cadre-volet:visible")).to_have_count(0)


def test_follow_jobs_and_see_the_profile(visit, registry):
    user = registry.cast.agent_west
    done = {"imported": 3, "updated": 0, "skipped": 1}
    Job.objects.create(type="import_menages", user=user, statut="termine", resultat=done, parametres={"nom": "mai.csv"})
    page = visit.sign_in(user, "#vue=taches")
    expect(page.locator(".tache")).to_contain_text("mai.csv", timeout=WAIT)
    expect(page.locator(".tache")).to_contain_text("Ménages créés\u00a0: 3")
    no_serious_fault(page)
    page.click("[popovertarget=compte]")
    page.get_by_role("button", name="Mon profil").click()
    expect(page.locator(".profil")).to_contain_text("Cet appareil", timeout=WAIT)
    expect(page.locator(".profil")).to_contain_text("Oio")
    no_serious_fault(page)


@pytest.mark.slow
def test_the_menu_leads_to_the_list_which_shows_more_columns(visit, registry):
    HeadOfHousehold.objects.update(telephone="+245955123456")
    page = visit.sign_in(registry.cast.admin, "#vue=collecte")
    page.locator(".onglets").get_by_role("button", name="Ménages").click()
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    expect(page).to_have_url(re.compile("bande=liste"))
    page.click("[popovertarget=affichage]")
    for name in ("Sexe du chef", "Téléphone", "Milieu", "Collecté"):
        page.locator("#affichage").get_by_label(name, exact=True).check()
    page.keyboard.press("Escape")
    expect(rows.first).to_contain_text("Femme")
    expect(rows.first).to_contain_text("Rural")
    expect(rows.first.locator("[href^=tel]")).to_have_text("+245\u00a0955\u00a0123\u00a0456")


@pytest.mark.slow
def test_the_map_alone_is_one_sheet_and_names_what_is_drawn(visit, registry):
    """Whole on a sheet on its side, without buttons; its page has a title that says the filters."""
    page = visit.sign_in(registry.cast.admin, "#categorie=extreme_pauvre")
    expect(page.locator(".legende-carte")).to_be_visible(timeout=WAIT)
    expect(page.locator("#imprimer-carte")).to_be_visible(timeout=WAIT)  # the map stands
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1032, "height": 700})  # the room of an A4 sheet on its side
    assert page.evaluate("getComputedStyle(document.body).page") == "paysage"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    canvas = page.locator(".carte-copiee")
    assert canvas.evaluate(PAINTED) > 20, "the picture of the map, not an empty one"
    assert canvas.bounding_box()["width"] <= 1032 and canvas.bounding_box()["height"] < 620
    expect(page.locator(".legende-carte")).to_be_visible()
    expect(page.locator(".tete-imprimee h1")).to_have_text("Ménages extrêmement pauvres")
    expect(page.locator(".tete-imprimee")).to_contain_text("1 ménage")
    expect(page.locator(".filtres-mis")).to_contain_text("Extrême")
    expect(page.locator("#imprimer-carte")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(canvas).to_have_count(0)
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#imprimer-carte")
    dialog = page.locator("dialog.demande")
    expect(dialog.locator("[name=titre]")).to_have_value("Ménages extrêmement pauvres", timeout=WAIT)
    expect(dialog).to_contain_text("Sous le titre : Tout le pays")
    page.get_by_role("button", name="Voir la page").click()
    expect(dialog.locator("canvas")).to_be_visible(timeout=WAIT)
    with page.expect_download() as data:
        page.get_by_role("button", name="Enregistrer le PDF").click()
    words = Path(data.value.path()).read_bytes()
    assert b"dans le cadre" in words and b"Tout le pays" in words
    page.evaluate("location.hash = '#carte=12/12.75/-15.5'")
    expect(page.locator(".filtres-mis")).to_be_hidden()
    page.click("#imprimer-carte")
    expect(dialog.locator("[name=titre]")).to_have_value("Ménages · Oio", timeout=WAIT)


# The part of the copied map whose pixels are nearly black, in thousandths.
DARK_PART = """copy => {
  const { data } = copy.getContext('2d').getImageData(0, 0, copy.width, copy.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += data[at] + data[at + 1] + data[at + 2] < 150;
  return (4000 * dark) / data.length;
}"""


@pytest.mark.slow
def test_a_dark_map_is_printed_with_light_rings(visit, registry):
    """Ground, rings and their numbers as by day: on paper dark middles would hide what is written in them."""
    page = visit.sign_in(registry.cast.admin)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("#imprimer-carte")).to_be_visible(timeout=WAIT)
    expect(page.locator(".carte-attente")).to_have_count(0, timeout=WAIT)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".carte-copiee").evaluate(DARK_PART) < 20
    page.evaluate("dispatchEvent(new Event('afterprint'))")
