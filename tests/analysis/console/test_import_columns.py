"""The import page: columns chosen by hand, questions before the import, how the file is to be taken."""

import io
import re
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.households.models import Household
from registry.imports.definition.columns import COLUMNS, EXAMPLE_CODE
from registry.imports.mappings.models import ColumnMapping
from registry.projects.models import Campaign, Project
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser
# On a phone every time, where there is little room; on a desktop among the slow tests.
WIDTHS = pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 390])
OWN = "Quem manda;Ref;Nom du chef;Tél.;Phone number;taille_menage;region;{more}\nAna;X-1;Binta Sané;955111111;966222222;4;Oio;\n"


def give(page, text):
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": text.encode()})


def imported(page):
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)
    execute_job(Job.objects.latest("id").id)
    expect(page.locator(".verdict")).to_have_text("Import terminé.", timeout=WAIT)


@pytest.mark.slow
@WIDTHS
def test_columns_are_asked_for_chosen_and_remembered(visitor, registry, width):
    page = visitor(width=width).sign_in(registry.cast.admin, "#vue=import")
    give(page, OWN.format(more="Q1"))
    questions = page.locator(".questions li")
    expect(questions).to_have_count(2, timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_have_count(0)
    no_serious_fault(page)
    page.get_by_label("Colonne du fichier").select_option("Ref")
    expect(questions).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name="Phone number", exact=True).click()
    expect(questions).to_have_count(0, timeout=WAIT)
    page.locator("#colonnes > summary").click()
    row = page.locator(".colonnes-fichier li").filter(has_text="Nom du chef")
    expect(row).to_contain_text("Binta Sané")
    expect(row).to_contain_text("par son libellé")
    row.locator("select").focus()
    row.locator("select").select_option(label="Laisser de côté")
    page.locator("#colonnes > details > summary").click(timeout=WAIT)
    other = page.locator(".colonnes-fichier li").filter(has_text="Quem manda")
    other.locator("select").focus()
    other.locator("select").select_option("nom_complet_chef")
    expect(page.locator(".colonnes-fichier li").filter(has_text="Quem manda")).to_contain_text("choisi", timeout=WAIT)
    page.get_by_role("button", name="Importer 1 ligne").click()
    imported(page)
    made = Household.objects.select_related("chef").get(code_menage="X-1")
    assert (made.chef.nom_complet, made.chef.telephone) == ("Ana", "+245966222222")
    page.get_by_role("button", name="Autre fichier").click()
    give(page, OWN.format(more="Q1").replace("X-1", "X-2"))
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_be_visible(timeout=WAIT)
    expect(page.locator("#colonnes")).to_contain_text("comme la dernière fois")
    no_serious_fault(page)
    page.get_by_role("button", name="Oublier les choix").click()
    expect(questions).to_have_count(2, timeout=WAIT)
    assert not ColumnMapping.objects.exists()


@pytest.mark.slow
def test_scale_project_and_campaign_are_chosen(visit, registry):
    project = Project.objects.create(code="P1", nom="Appui aux ménages")
    campaign = Campaign.objects.create(nom="Recensement 2026")
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    give(page, "code_menage;taille_menage;region;score_pmt\nX-1;4;Oio;0.35\nX-2;4;Oio;0.62\n")
    page.locator(".reglages-import summary").click()
    for name, chosen in (("projetId", project.nom), ("campagneId", campaign.nom), ("echelle_pmt", "Scores de 0 à 1")):
        page.locator(f"#f-{name}").select_option(label=chosen)
    expect(page.locator(".reglages-import summary")).to_contain_text("Appui aux ménages · Scores de 0 à 1")
    page.get_by_role("button", name="Importer 2 lignes").click(timeout=WAIT)
    imported(page)
    made = Household.objects.get(code_menage="X-1")
    assert (made.score_pmt, made.projet_id, made.campagne_id) == (35, project.id, campaign.id)


SCORES = ("0.14", "0.5", "0.9")
DATES = ("03/04/2021", "05/06/2021", "09/25/2021")


def csv(column, values):
    rows = [f"X-{place};Ana Cá;4;Oio;{value}" for place, value in enumerate(values, 1)]
    return "\n".join([f"code_menage;nom_complet_chef;taille_menage;region;{column}", *rows])


@WIDTHS
@pytest.mark.parametrize(
    ("text", "asked", "choice", "read"),
    [
        (csv("score_pmt", SCORES), "Dites l'échelle des scores", "Scores de 0 à 1", ("score_pmt", 14)),
        (csv("date_collecte", DATES), "Dites l'ordre, JJ/MM ou MM/JJ", "Mois puis jour", ("date_collecte__month", 3)),
    ],
    ids=["scores", "dates"],
)
@pytest.mark.slow
def test_a_file_that_can_be_read_in_two_ways_is_asked(visitor, registry, width, text, asked, choice, read):
    page = visitor(width=width).sign_in(registry.cast.admin, "#vue=import")
    give(page, text)
    expect(page.locator(".questions")).to_contain_text(asked, timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 3 lignes")).to_have_count(0)
    scale = "Échelle des scores à préciser" if read[0] == "score_pmt" else "Scores de 0 à 100"
    expect(page.locator(".reglages-import summary")).to_contain_text(scale)
    no_serious_fault(page)
    page.get_by_role("button", name=choice, exact=True).click()
    page.get_by_role("button", name="Importer 3 lignes").click(timeout=WAIT)
    imported(page)
    assert Household.objects.filter(code_menage="X-1", **dict([read])).exists()


@pytest.mark.slow
def test_households_of_other_people_are_confirmed_for_what_was_shown(visit, registry):
    """A confirmation is taken back when the file is to be read in another way."""
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    rows = [f"OI-00000{number};Quinta Mendes;4;Oio" for number in range(1, 7)]
    give(page, "\n".join(["code_menage;nom_complet_chef;taille_menage;region", *rows]))
    expect(page.locator(".verdict")).to_be_visible(timeout=WAIT)
    page.locator("#mode-update").check()
    questions, confirm = page.locator(".questions"), page.get_by_role("button", name="Oui, ce sont bien ces ménages")
    expect(questions).to_contain_text("6 des 6 ménages connus", timeout=WAIT)
    confirm.click()
    expect(page.get_by_role("button", name="Importer 6 lignes")).to_be_visible(timeout=WAIT)
    expect(page.locator(".mode.grave")).to_contain_text("6 ménages enregistrés seraient supprimés")
    page.locator("#mode-replace").check()
    confirm.click(timeout=WAIT)
    page.get_by_role("button", name="Importer 6 lignes").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="Supprimer et recréer 6 ménages ?")).to_be_visible()
    page.locator("dialog").get_by_role("button", name="Annuler").click()
    page.locator("#mode-update").check()
    confirm.click(timeout=WAIT)
    page.get_by_role("button", name="Importer 6 lignes").click(timeout=WAIT)
    imported(page)
    assert set(Household.objects.values_list("chef__nom_complet", flat=True)) == {"Quinta Mendes"}


@WIDTHS
@pytest.mark.slow
def test_households_without_a_place_are_taken_when_it_is_said(visitor, registry, width):
    page = visitor(width=width).sign_in(registry.cast.admin, "#vue=import")
    give(page, "code_menage;nom_complet_chef;taille_menage;region\nX-1;Ana Cá;4;Oio\nX-2;Eva Cá;3;")
    box = page.locator("#sans-lieu")
    expect(page.locator(".problemes li").first).to_contain_text("Rien ne dit où vit ce ménage", timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_be_visible()
    no_serious_fault(page)
    box.check()
    page.get_by_role("button", name="Importer 2 lignes").click(timeout=WAIT)
    imported(page)
    assert Household.objects.get(code_menage="X-2").region is None
    page.get_by_role("button", name="Autre fichier").click()
    give(page, "code_menage;nom_complet_chef;taille_menage;region\nX-3;Ana Cá;4;Oio")
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_be_visible(timeout=WAIT)
    expect(box).to_have_count(0)


def give_workbook(page, sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    page.set_input_files("#fichier", {"name": "menages.xlsx", "mimeType": "", "buffer": content.getvalue()})


@WIDTHS
@pytest.mark.slow
def test_a_sheet_of_a_workbook_is_chosen(visitor, registry, width):
    """Columns that were chosen for one sheet are not sent for another."""
    visit = visitor(width=width)
    visit.refusals = {400}  # of an empty sheet
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    title = ["code_menage", "Quem manda", "taille_menage", "region"]
    give_workbook(
        page,
        {
            "Oio": [title, ["X-1", "Ana Cá", 4, "Oio"]],
            "Bafatá": [["Ref", "Chefe", "taille_menage", "region"], ["X-2", "Eva Cá", 3, "Bafatá"]],
            "Vide": [],
        },
    )
    sheet = page.get_by_label("Feuille du classeur")
    expect(sheet).to_have_value("Oio", timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Dire ce que contient cette colonne").click()
    other = page.locator(".colonnes-fichier li").filter(has_text="Quem manda")
    other.locator("select").focus()
    other.locator("select").select_option("nom_complet_chef")
    expect(page.locator(".colonnes-fichier li").filter(has_text="Quem manda")).to_contain_text("choisi", timeout=WAIT)
    sheet.select_option("Vide")
    expect(page.locator(".etat-refused")).to_contain_text("La feuille « Vide » est vide.", timeout=WAIT)
    sheet.select_option("Bafatá")
    page.get_by_label("Colonne du fichier").select_option("Ref", timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 1 ligne")).to_be_visible(timeout=WAIT)
    no_serious_fault(page)
    page.get_by_role("button", name="Importer 1 ligne").click()
    imported(page)
    assert set(Household.objects.filter(code_menage__startswith="X-").values_list("code_menage", "region__nom")) == {
        ("X-2", "Bafatá")
    }


CODELESS = (
    "code_menage;nom_complet_chef;sexe_chef;age_chef;region;secteur;tabanca;taille_menage\r\n"
    "OI-000001;Fatumata Djaló;F;39;Oio;Mansoa;Cutia;5\r\n"
    ";Nova Família;F;33;Oio;Mansoa;Cutia;4\r\n"
    ";Tudo Errado;X;abc;Oio;Cosse;Cutia;0\r\n"
)


def test_codes_are_assigned_and_what_a_file_holds_is_counted_before_the_choice(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    with page.expect_download() as template:  # it has the columns of the workbook, and an example that is no household
        page.get_by_role("button", name="CSV", exact=True).click()
    titles, example = Path(template.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert set(titles.split(";")) == {column.name for column in COLUMNS}
    assert example.startswith(f"{EXAMPLE_CODE};") and example.count(";") == titles.count(";")
    give(page, CODELESS)
    expect(page.locator(".questions")).to_contain_text("2 lignes n'ont pas de code de ménage", timeout=WAIT)
    expect(page.locator("#compte-import")).to_contain_text("2 lignes attendent votre réponse")
    page.get_by_role("button", name="Attribuer un code à ces ménages").click()
    expect(page.locator("#compte-import")).to_have_text("Dans ce fichier : 1 ménage connu, 1 nouveau.", timeout=WAIT)
    # One line with several faults stands as a line, its cells in the order of the file and named in words.
    bad = page.locator(".problemes").first.locator("li")
    expect(bad).to_have_count(1)
    cells = "sexe_chef.*Sexe du chef.*age_chef.*secteur.*taille_menage"
    expect(bad).to_contain_text(re.compile(f"Ligne 4\\s*· [0-9] problèmes.*{cells}", re.DOTALL))
    expect(bad).to_contain_text("« Cossé » est un secteur d'une autre région (Bafatá)")
    page.get_by_role("button", name="Grouper par problème").first.click()
    expect(page.locator(".problemes").first.locator("li").nth(1)).to_contain_text("Ligne 4")
    expect(page.locator(".mode.grave")).to_contain_text("1 ménage enregistré serait supprimé, membres compris")
    no_serious_fault(page)
    page.get_by_role("button", name="Importer 1 ligne").click()
    imported(page)
    assert Household.objects.get(chef__nom_complet="Nova Família").code_menage.startswith("OI-0")
