"""Rule sets written with a live count, and designs of targeting side by side."""

import csv
import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from registry.pmt.models import PmtMethod
from registry.pmt.services import create_method, publish_method
from registry.projects.models import Project
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.api.eligibility_routes import create_poor_rule_set
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.models import RuleSet
from transfers.programmes.models import Programme

pytestmark = pytest.mark.browser


def count(page):
    return page.locator("#compte-direct .carreau").first.locator("strong")


def write_rules(page):
    """A group of two rules and one beside it, each counted as it is written."""
    page.locator("#f-nom").fill("Pauvres")
    page.locator("#ajouter-regle").click()
    expect(page.locator(".vif .note")).to_contain_text("1 règle n'est pas complète")
    first = page.locator(".regle").nth(0)
    first.get_by_label("Valeur").fill("41")
    expect(count(page)).to_have_text("3", timeout=WAIT)
    expect(first).to_contain_text("3 ménages la remplissent")
    first.get_by_label("Comparaison").select_option("between")
    first.get_by_role("spinbutton", name=re.compile("^De")).fill("30")
    first.get_by_role("spinbutton", name=re.compile("^À")).fill("70")
    expect(count(page)).to_have_text("3", timeout=WAIT)
    page.get_by_role("button", name="Ajouter une alternative (ou)").click()
    second = page.locator(".regle").nth(1)
    second.get_by_label("Ce qui est comparé").select_option("categoriePauvrete")
    second.get_by_label("Comparaison").select_option("in")
    second.get_by_label("Extrême").check()
    expect(count(page)).to_have_text("4", timeout=WAIT)
    page.locator("#ajouter-regle").click()
    third = page.locator(".regle").nth(2)
    third.get_by_label("Ce qui est comparé").select_option("region")
    third.get_by_label("Valeur").select_option(label="Oio")
    expect(count(page)).to_have_text("4", timeout=WAIT)
    third.get_by_label("Ce qui est comparé").select_option("nbPersonnes")
    expect(third.get_by_label("Âge minimal")).to_be_visible()
    third.get_by_label("Ce qui est comparé").select_option("milieu")
    third.get_by_label("Valeur").select_option("rural")
    expect(count(page)).to_have_text("4", timeout=WAIT)
    expect(page.locator(".carte-parts circle")).to_have_count(1)
    expect(page.locator(".carte-parts .plan-terre")).to_have_count(2)  # the land of both regions


def explain_one(page):
    """Why a household is out, rule by rule."""
    page.locator("#cherche-menage").fill("OI-000005")
    page.get_by_role("button", name="Chercher").click()
    page.get_by_role("button", name="OI-000005").click()
    expect(page.locator(".verdict")).to_contain_text("OI-000005 n'est pas éligible", timeout=WAIT)
    expect(page.locator(".verdicts li")).to_have_count(3)
    expect(page.locator(".verdicts li.non")).to_have_count(2)
    no_serious_fault(page)


@pytest.mark.slow
def test_rules_are_written_while_their_households_are_counted(visitor, registry):
    RuleSet.objects.all().delete()
    template = create_poor_rule_set()
    RuleSet.objects.filter(id=template.id).update(est_template=True)
    page = visitor().sign_in(registry.cast.admin, "#vue=eligibilite&onglet=modeles")
    expect(page.locator(".modeles-jeux li")).to_have_count(1, timeout=WAIT)
    no_serious_fault(page)
    page.locator("#volet-jeux").click()
    page.get_by_role("button", name="Nouveau jeu de règles").click()
    expect(page.get_by_text("Sans règle active").first).to_be_visible(timeout=WAIT)
    write_rules(page)
    explain_one(page)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".fil .insigne")).to_have_text("Version 1", timeout=WAIT)
    stored = RuleSet.objects.get(nom="Pauvres")
    rules = stored.versions.get().regles
    assert [(rule.champ, rule.groupe) for rule in rules.all()] == [
        ("scorePmt", 1),
        ("categoriePauvrete", 1),
        ("milieu", None),
    ]
    page.locator(".regle").nth(2).get_by_role("button", name=re.compile("Retirer la règle")).click()
    expect(page.get_by_text("Modifications non enregistrées")).to_be_visible()
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".fil .insigne")).to_have_text("Version 2", timeout=WAIT)
    page.locator("#versions summary").click()
    expect(page.locator(".histoire > li")).to_have_count(2, timeout=WAIT)
    page.get_by_role("button", name="Évaluer tous les ménages").click()
    page.get_by_role("dialog").get_by_role("button", name="Évaluer tous les ménages").click()
    expect(page.locator(".dit")).to_contain_text("4 ménages éligibles sur 6", timeout=WAIT)
    page.get_by_role("button", name="Tous les jeux de règles").click()
    expect(page.locator(".paiements tbody tr")).to_have_count(1, timeout=WAIT)


def restore_default_method():
    """The method that a migration adds is gone after a test that empties the tables."""
    if not PmtMethod.objects.exists():
        terms = [
            {"variable": "tailleMenage", "operateur": "lineaire", "poids": -2},
            {"variable": "logement.materiauMur", "operateur": "=", "valeur": "ciment", "poids": 4},
        ]
        values = {
            "nom": "Méthode",
            "intercept": 60.0,
            "termes": terms,
            "par_defaut": True,
            "date_debut": date(2020, 1, 1),
        }
        publish_method(method=create_method(values=values))


SURVEY = "depense;tailleMenage;milieu\n" + "\n".join(f"{9 * place};3;rural" for place in range(1, 61))


def take_along(page):
    """Charts and tables as PNG and CSV."""
    for what in ("À chaque seuil", "Par groupe", "Qui entre, qui sort"):
        with page.expect_download() as sent:
            page.get_by_role("button", name=f"Télécharger en PNG : {what}").click()
        assert Path(sent.value.path()).read_bytes().startswith(b"\x89PNG")
        with page.expect_download() as sent:
            page.get_by_role("button", name=f"Télécharger en CSV : {what}").click()
        rows = list(csv.reader(Path(sent.value.path()).read_text(encoding="utf-8-sig").splitlines(), delimiter=";"))
        assert len(rows) > 1 and len({len(row) for row in rows}) == 1


def keep_and_measure(page):
    """A selection of which people are enrolled, and a survey of which errors are read."""
    page.get_by_role("button", name="Retenir pour un programme").click()
    page.get_by_role("dialog").get_by_role("button", name="Retenir pour un programme").click()
    expect(page.locator(".dit")).to_contain_text("« Ciblage 3 » pour Transferts : 2 places, 4 en réserve", timeout=WAIT)
    page.locator(".dit .selection-enroler").click()
    expect(page.locator(".dit")).to_contain_text("2 ménages enrôlés", timeout=WAIT)
    stored = page.locator("#selections details")
    stored.locator("summary").click()
    expect(stored.locator("tbody")).to_contain_text(re.compile(r"2\s*2\s*4"), timeout=WAIT)
    stored.locator(".selection-enroler").click()
    expect(stored).to_contain_text("0 ménage enrôlé", timeout=WAIT)
    page.locator("#enquete summary").click()
    survey = {"name": "enquete.csv", "mimeType": "text/csv", "buffer": SURVEY.encode()}
    page.locator("#enquete [name=file]").set_input_files(survey)
    page.locator("#enquete [name=consommation]").fill("depense")
    page.get_by_role("button", name="Mesurer").click()
    expect(page.locator("#enquete tbody tr")).to_have_count(19, timeout=WAIT)
    expect(page.locator("#enquete .note").first).to_contain_text("l'enquête n'a pas", ignore_case=True)
    no_serious_fault(page)


@pytest.mark.slow
def test_designs_side_by_side_are_kept_and_sent(visitor, registry):
    restore_default_method()
    Household.objects.update(statut="valide", eligible_programme=True)
    project = Project.objects.create(code="P", nom="Projet")
    Programme.objects.create(code="TM", nom="Transferts", statut="actif", projet=project, date_debut="2025-01-01")
    page = visitor().sign_in(registry.cast.admin, "#vue=laboratoire")
    cards = page.locator(".dessin")
    expect(cards.nth(0).locator(".chiffre-cle strong")).to_have_text("1", timeout=WAIT)
    expect(cards.nth(1).locator(".chiffre-cle strong")).to_have_text("3")
    cards.nth(0).locator("[type=range]").fill("63")
    expect(cards.nth(0).locator(".chiffre-cle strong")).to_have_text("4", timeout=WAIT)
    page.locator("#labo-budgetAnnuel").fill("120000")
    expect(cards.nth(0)).to_contain_text("il ne suffit pas", timeout=WAIT)
    page.locator("#labo-ajouter").click()
    cards.nth(2).get_by_label("Seuil du score", exact=True).uncheck()
    cards.nth(2).get_by_label("Limiter aux plus pauvres").select_option("secteur")
    cards.nth(2).get_by_role("spinbutton", name="Places").fill("2")
    expect(cards.nth(2)).to_contain_text("4 en réserve", timeout=WAIT)
    overlaps = page.get_by_role("region", name="Qui entre, qui sort").last
    expect(overlaps.locator("tbody tr")).to_have_count(3)
    expect(overlaps.locator("tbody tr").first).to_contain_text(re.compile(r"3\s*0\s*1"))
    expect(page.locator(".graphique canvas")).to_be_visible(timeout=WAIT)
    expect(page.locator(".carte-parts circle")).to_have_count(1)
    no_serious_fault(page)
    take_along(page)
    keep_and_measure(page)
    page.locator("#labo-enregistrer").click()
    page.locator("dialog [name=nom]").fill("Idée de mai")
    page.get_by_role("dialog").get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".fil h2")).to_have_text("Idée de mai", timeout=WAIT)
    stored = TargetingDesign.objects.get()
    assert [design["seuil"] for design in stored.contenu["scenarios"]] == [63, 50, None]
    assert str(stored.id) in page.url

    phone = visitor(390, 844, locale="pt-PT", color_scheme="dark")
    colleague = phone.sign_in(registry.cast.reader_west, f"#vue=laboratoire&element={stored.id}")
    expect(colleague.locator(".fil h2")).to_have_text("Idée de mai", timeout=WAIT)
    expect(colleague.locator(".dessin").nth(0).locator(".chiffre-cle strong")).to_have_text("4", timeout=WAIT)
    expect(colleague.locator("#labo-enregistrer")).to_have_count(0)
    assert colleague.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    no_serious_fault(colleague)
    colleague.goto(colleague.url.split("#")[0] + "#vue=eligibilite")
    expect(colleague.locator(".page h1")).to_have_text("Elegibilidade", timeout=WAIT)
    assert colleague.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
