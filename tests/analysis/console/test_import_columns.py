"""The import page: columns chosen by hand, questions before the import, how the file is to be taken."""

import re

import pytest
from playwright.sync_api import expect

from accounts.jobs import services
from accounts.jobs.models import Job
from registry.households.models import Household
from registry.imports.models import ColumnMapping
from registry.projects.models import Campaign, Project
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser
OWN = "Quem manda;Ref;Nom du chef;Tél.;Phone number;taille_menage;region;{more}\nAna;X-1;Binta Sané;955111111;966222222;4;Oio;\n"


def give(page, text):
    page.set_input_files("#fichier", {"name": "menages.csv", "mimeType": "text/csv", "buffer": text.encode()})


def imported(page):
    expect(page).to_have_url(re.compile("tache="), timeout=WAIT)
    services.run(Job.objects.latest("id").id)
    expect(page.locator(".verdict")).to_have_text("Import terminé.", timeout=WAIT)


@pytest.mark.parametrize("width", [1280, 390])
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


def test_any_blocking_question_is_shown_with_its_choices(visit, registry):
    """What the check asks in a form field is answered by a button, whatever the field is."""
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    sent = []

    def ask(route):
        body = route.request.post_data or ""
        sent.append(body)
        asked = {"gravite": "erreur", "colonne": "score_pmt", "message": "Tous les scores vont de 0 à 1.", "nombre": 2,
                 "lignes": [2, 3], "nombreValeurs": 1, "valeurs": [], "code": "ECHELLE_SCORE", "champ": "echelle_pmt",
                 "choix": []}  # fmt: skip
        open_ = "echelle_pmt" not in body
        data = {"valid": not open_, "stats": {"total_menages": 2, "total_lignes": 2, "total_connus": 0},
                "summary": {"total_erreurs": int(open_), "total_avertissements": 0}, "avertissements": [],
                "erreurs": [{"ligne": 1, "colonne": "score_pmt", "message": asked["message"]}] if open_ else [],
                "problemes": [asked] if open_ else [], "colonnes": []}  # fmt: skip
        route.fulfill(json={"success": not open_, "data": data})

    page.route("**/api/import/menages/validate*", ask)
    give(page, "code_menage;taille_menage;score_pmt\nX-1;4;0.35\nX-2;4;0.62\n")
    expect(page.locator(".questions")).to_contain_text("Tous les scores vont de 0 à 1.", timeout=WAIT)
    expect(page.get_by_role("button", name="Importer 2 lignes")).to_have_count(0)
    page.get_by_role("button", name="Scores de 0 à 1", exact=True).click()
    expect(page.get_by_role("button", name="Importer 2 lignes")).to_be_visible(timeout=WAIT)
    assert len(sent) == 2
