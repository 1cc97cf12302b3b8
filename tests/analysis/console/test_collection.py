"""The board of the collection: counts, moves of one or many, surveyors, refusals explained."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from registry.households.models import Household, Statut, StatutCollecte
from registry.references.services import replace_reference_values
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import make_user

pytestmark = pytest.mark.browser


@pytest.fixture
def waiting(registry):
    """Four households submitted, one sent back, one in the registry."""
    states = [("pre_collecte", "en_attente")] * 4 + [("rejete", "rejete"), ("integre", "valide")]
    for household, (collecte, statut) in zip(registry.households, states, strict=True):
        Household.objects.filter(id=household.id).update(statut_collecte=collecte, statut=statut)
    reasons = {"donnees_incompletes": "Fiche incomplète", "deplace": "Ménage déplacé", "autre": "Autre"}
    values = [{"value": value, "label": label} for value, label in reasons.items()]
    replace_reference_values(champ="motifRejet", values=values, user=registry.cast.admin)
    return registry


def test_what_to_open_first(visit, waiting):
    """The reason beside the score, how long each has waited, the doubtful alone, the oldest first."""
    first, second = waiting.households[:2]
    Household.objects.filter(id=first.id).update(score_qualite=90, problemes_qualite=["GPS_IMPRECIS"])
    Household.objects.filter(id=second.id).update(score_qualite=100)
    page = visit.sign_in(waiting.cast.supervisor_west, "#vue=collecte")
    rows = page.locator(".collecte tbody tr")
    expect(rows).to_have_count(4, timeout=WAIT)
    expect(page.locator("#attente")).to_contain_text("en médiane", timeout=WAIT)
    expect(rows.filter(has_text="OI-000001")).to_contain_text(re.compile(r"90\s*GPS imprécis.*aujourd.hui", re.DOTALL))
    expect(page.locator("[name=ordre]")).to_be_hidden()  # the titles of the columns order the list
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Créé", timeout=WAIT)
    expect(rows.first).to_contain_text("OI-000001")
    page.get_by_label("Qualité").select_option("note")
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(page.locator("#colonne-soumis strong")).to_have_text("4")  # the states count all
    # What cannot be pressed does not look as if it could.
    background = "button => getComputedStyle(button).backgroundColor"
    assert page.locator("#move-valider").evaluate(background) == page.locator("#move-rejeter").evaluate(background)
    page.get_by_label("Qualité").select_option("doublon")
    expect(page.get_by_text("Aucun ménage dans cet état")).to_be_visible(timeout=WAIT)
    # What has waited for over a month is a warning: how much, since when, whose it is; and the way to it.
    long_ago = timezone.now() - timedelta(days=40)
    Household.objects.filter(id=first.id).update(created_at=long_ago, enqueteur=waiting.cast.supervisor_west)
    page.reload()
    alert = page.locator(".alerte-attente")
    expect(alert).to_contain_text(
        "1 fiche créée il y a plus de 30 jours attend encore (il y a 40 jours).", timeout=WAIT
    )
    expect(alert).to_contain_text(re.compile(r"Saisies par\s:.*\(1\)", re.DOTALL))
    alert.get_by_role("button", name="Voir ces fiches").click()
    expect(rows).to_have_count(1, timeout=WAIT)
    expect(alert).to_have_count(0, timeout=WAIT)


def test_validate_many_and_send_one_back(visit, waiting):
    Household.objects.filter(code_menage="OI-000003").update(problemes_qualite=["TAILLE_INCOHERENTE"])
    page = visit.sign_in(waiting.cast.supervisor_west, "#vue=collecte")
    expect(page.locator("#colonne-soumis strong")).to_have_text("4", timeout=WAIT)
    expect(page.locator("#colonne-integre strong")).to_have_text("1")
    expect(page.locator(".collecte tbody tr")).to_have_count(4, timeout=WAIT)
    no_serious_fault(page)
    expect(page.locator(".barre-choix")).to_contain_text("Cochez d'abord")
    page.locator(".collecte tbody").get_by_role("button", name="OI-000001").click()
    # The steps of the queue stand on its card too; then back to the queue.
    expect(page.locator(".etapes button")).to_have_text(
        ["Valider", "Valider et intégrer", "Rejeter", "Affecter à un enquêteur"], timeout=WAIT
    )
    page.locator("#etape-affecter").click()
    page.locator("dialog.demande [name=enqueteurId]").select_option("personne")
    page.locator("dialog.demande [type=submit]").click()
    expect(page.locator("dialog.demande")).to_have_count(0, timeout=WAIT)
    expect(page.locator(".etapes h3")).to_have_text(re.compile("Collecte.*Soumis"), timeout=WAIT)
    page.locator("#revenir").click(timeout=WAIT)
    expect(page.locator(".collecte tbody tr")).to_have_count(4, timeout=WAIT)
    page.get_by_label("Choisir OI-000001").check()
    page.locator("#move-rejeter").click()
    expect(page.get_by_role("dialog")).to_contain_text("OI-000001", timeout=WAIT)
    expect(page.locator("dialog [name=motif] option")).to_have_text(
        ["Choisissez le motif…", "Fiche incomplète", "Ménage déplacé", "Autre motif"], timeout=WAIT
    )
    page.get_by_role("dialog").get_by_role("button", name="Rejeter").click()
    expect(page.locator("dialog .faute-champ")).to_have_text("Faites un choix.")  # no reason is chosen by itself
    expect(page.locator("dialog [type=submit]")).to_have_class(re.compile("grave"))
    page.locator("dialog [name=motif]").select_option("autre")
    page.get_by_role("dialog").get_by_role("button", name="Rejeter").click()
    expect(page.locator("dialog .faute-champ")).to_have_text("Remplissez ce champ.")  # another reason needs words
    page.locator("dialog [name=motif]").select_option("donnees_incompletes")
    page.locator("dialog [name=commentaire]").fill("Pas de chef")
    page.get_by_role("dialog").get_by_role("button", name="Rejeter").click()
    expect(page.locator("#colonne-rejete strong")).to_have_text("2", timeout=WAIT)
    refused = waiting.households[0]
    refused.refresh_from_db()
    assert (refused.statut_collecte, refused.commentaire_validation_collecte) == ("rejete", "Pas de chef")
    page.get_by_label("Choisir toute la page").check()
    # Meanwhile a colleague takes one of the three into the registry.
    Household.objects.filter(id=waiting.households[1].id).update(
        statut_collecte=StatutCollecte.INTEGRE, statut=Statut.VALIDE
    )
    page.locator("#move-valider").click()
    # The warning of the row is said once more before it is validated.
    expect(page.locator("#avertissements-acte li")).to_have_text(["OI-000003 : taille incohérente"], timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Valider").click()
    expect(page.locator(".note")).to_contain_text("2 ménages validés. 1 refusé", timeout=WAIT)
    expect(page.locator(".refus li")).to_have_text(re.compile("OI-000002 : .*intégré"))
    expect(page.locator("#colonne-valide strong")).to_have_text("2")
    expect(page.locator(".collecte")).to_have_count(0)
    no_serious_fault(page)
    page.get_by_role("button", name="Les voir : Validé").click()
    expect(page.locator(".collecte tbody tr")).to_have_count(2, timeout=WAIT)
    page.locator("#colonne-rejete").click()
    page.get_by_label("Choisir OI-000001").check()
    page.locator("#move-rouvrir").click()
    page.get_by_role("dialog").get_by_role("button", name="Rouvrir").click()
    expect(page.locator("#colonne-en_collecte strong")).to_have_text("1", timeout=WAIT)


@pytest.mark.slow
def test_who_has_done_what(visit, waiting):
    """The surveyors with their counts; a name narrows all; the order of the map's list does not come along."""
    satu, zita = (
        make_user("ROLE_ENQUETEUR", waiting.country.west, nom="Indjai", prenom=prenom) for prenom in ("Satu", "Zita")
    )
    codes = [household.code_menage for household in waiting.households]
    Household.objects.filter(code_menage__in=[codes[0], codes[1], codes[4]]).update(enqueteur=satu)
    Household.objects.filter(code_menage=codes[2]).update(enqueteur=zita)
    page = visit.sign_in(waiting.cast.supervisor_west, "#bande=liste&tri=scorePmt")
    expect(page.locator(".menages [aria-sort=ascending]")).to_have_count(1, timeout=WAIT)
    page.locator("#groupe-registre").click()
    page.get_by_role("button", name="Collecte").click()
    expect(page.locator(".collecte tbody tr")).to_have_count(4, timeout=WAIT)
    assert "tri=" not in page.url
    page.locator("#choix-tous").check()
    page.evaluate("location.hash = '#vue=doublons'")
    expect(page.locator(".volets")).to_be_visible(timeout=WAIT)
    page.evaluate("location.hash = '#vue=collecte'")
    expect(page.locator(".barre-choix")).to_contain_text("Cochez d'abord", timeout=WAIT)  # a choice ends with its list
    page.locator("#par-enqueteur summary").click()
    rows = page.locator(".enqueteurs tbody tr")
    expect(rows.first.locator("th, td.droite")).to_have_text(["Satu Indjai", "0", "2", "0", "1", "0"])
    # Who has no surveyor stands in a line of its own: the sums are those of the columns above.
    sums = page.locator(".enqueteurs tfoot").locator("th, td.droite")
    expect(sums).to_have_text(["Sans enquêteur", "0", "1", "0", "0", "1", "Total", "0", "4", "0", "1", "1"])
    expect(page.locator("#colonne-soumis strong")).to_have_text("4")
    with page.expect_download() as saved:
        page.locator("#par-enqueteur").get_by_role("button", name="CSV").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith('"Enquêteur";"En collecte"') and lines[-1] == '"Sans enquêteur";"0";"1";"0";"0";"1";""'
    no_serious_fault(page)
    page.get_by_role("button", name="Satu Indjai").click()
    expect(page.locator(".collecte tbody tr")).to_have_count(2, timeout=WAIT)
    expect(page.locator("#colonne-soumis strong")).to_have_text("2")
    expect(rows).to_have_count(2)
    by_name = page.locator(".enqueteurs thead th").filter(has_text="Enquêteur")
    for order, first in (("ascending", "Satu"), ("descending", "Zita"), ("none", "Satu")):
        by_name.get_by_role("button").click()
        expect(by_name).to_have_attribute("aria-sort", order)
        expect(rows.first).to_contain_text(first)
    page.locator("#f-dateFin").fill("1/1/2020")
    page.locator("#f-dateFin").press("Enter")
    # Who has done nothing in these days stays the choice, with nothing: not the counts of all.
    expect(page.locator("#colonne-soumis strong")).to_have_text("0", timeout=WAIT)
    expect(page.locator("#f-enqueteur option:checked")).to_have_text("Satu Indjai")
    expect(page.locator(".collecte tbody tr")).to_have_count(0)
    page.locator(".outils").get_by_role("button", name="Effacer les filtres").click()
    expect(page.locator("#colonne-soumis strong")).to_have_text("4", timeout=WAIT)
    page.locator(".collecte .tri").filter(has_text="Enquêteur").click()
    expect(page.locator(".collecte [aria-sort=ascending]")).to_contain_text("Enquêteur", timeout=WAIT)


@pytest.mark.slow
def test_an_order_of_another_list_is_none(visit, waiting):
    page = visit.page
    with page.expect_request(lambda request: "statutCollecte=" in request.url) as asked:
        visit.sign_in(waiting.cast.supervisor_west, "#vue=collecte&tri=scorePmt")
    assert "tri=createdAt&" in asked.value.url  # as the list begins: what waits longest first


@pytest.mark.slow
def test_a_mixed_list_integrates_nobody_whom_nobody_validated(visit, waiting):
    page = visit.sign_in(waiting.cast.supervisor_west, "#bande=liste")
    page.get_by_label("Choisir toute la page").check(timeout=WAIT)
    expect(page.locator("#acte-valider")).to_be_visible(timeout=WAIT)
    expect(page.locator("#acte-integrer")).to_have_count(0)
    Household.objects.filter(id=waiting.households[0].id).update(statut_collecte=StatutCollecte.VALIDE)
    page.reload()
    page.get_by_label("Choisir toute la page").check(timeout=WAIT)
    expect(page.locator("#acte-integrer")).to_contain_text("(1)", timeout=WAIT)


@pytest.mark.slow
def test_give_to_a_surveyor(visit, waiting):
    surveyor = make_user("ROLE_ENQUETEUR", waiting.country.west, nom="Indjai", prenom="Satu")
    page = visit.sign_in(waiting.cast.admin, "#vue=collecte")
    page.get_by_label("Choisir OI-000003").check()
    page.locator("#move-affecter").click()
    page.locator("dialog [name=enqueteurId]").select_option(label="Satu Indjai")
    page.get_by_role("dialog").get_by_role("button", name="Affecter").click()
    expect(page.locator(".collecte tr").filter(has_text="OI-000003")).to_contain_text("Satu Indjai", timeout=WAIT)
    expect(page.locator(".dit")).to_contain_text("1 ménage affecté à Satu Indjai.")
    assert Household.objects.get(id=waiting.households[2].id).enqueteur_id == surveyor.id


@pytest.mark.slow
def test_who_only_reads_moves_nothing_and_a_phone_shows_all(visitor, waiting):
    page = visitor(390, 844).sign_in(waiting.cast.reader_west, "#vue=collecte")
    expect(page.locator(".collecte tbody tr")).to_have_count(4, timeout=WAIT)
    expect(page.locator("#f-region")).to_be_hidden()  # the counts come first
    expect(page.locator(".page [type=checkbox]")).to_have_count(0)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")


def test_a_rejected_household_says_so_and_why_wherever_it_stands(visit, waiting):
    """Its badge in the list, where nobody calls it eligible; why, by whom and when in the queue and on its card."""
    rejected = waiting.households[4]
    Household.objects.filter(id=rejected.id).update(
        eligible_programme=True,
        donnees_validation={"motif": "hors_zone"},
        commentaire_validation_collecte="La maison est au Sénégal.",
        date_validation_collecte="2026-01-05T10:00Z",
        valide_collecte_par=waiting.cast.supervisor_west,
    )
    page = visit.sign_in(waiting.cast.supervisor_west, "#vue=collecte&statut=rejete")
    row = page.locator(".collecte tbody tr")
    expect(row).to_contain_text(re.compile(r"Hors de la zone\s*Fatu Sané · 5 janvier 2026"), timeout=WAIT)
    row.get_by_role("button", name=rejected.code_menage).click()
    expect(page.locator("#menage-rejete")).to_contain_text(
        re.compile(r"Rejeté le 5 janvier 2026 par Fatu Sané\s: Hors de la zone"), timeout=WAIT
    )
    expect(page.locator("#menage-rejete")).to_contain_text("La maison est au Sénégal.")
    page.goto(f"{visit.base}/#bande=liste")
    rows = page.locator(".menages tbody tr")
    listed = rows.filter(has_text=rejected.code_menage)
    expect(listed.locator(".etape")).to_have_text("Rejeté", timeout=WAIT)
    expect(listed.locator(".c-eligibilite")).to_have_text("–")
    expect(rows.locator(".etape", has_text="Soumis")).to_have_count(4)
    expect(rows.filter(has_text="OI-000006").locator(".etape")).to_have_count(0)


def test_the_titles_of_the_columns_stay_below_the_acts(visitor, waiting):
    page = visitor(1280, 420).sign_in(waiting.cast.supervisor_west, "#vue=collecte")
    rows = page.locator(".collecte tbody tr")
    expect(rows).to_have_count(4, timeout=WAIT)
    rows.last.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    bar, head = page.locator(".barre-choix").bounding_box(), page.locator(".collecte thead th").last.bounding_box()
    assert head["y"] >= bar["y"] + bar["height"] - 1
