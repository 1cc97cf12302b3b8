"""What a clerk does all day: sort and take along a list, follow one's jobs, keep one's account."""

from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from accounts.jobs.models import Job
from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


def test_sort_choose_and_take_a_list_along(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    page.get_by_role("button", name="Score PMT").click()
    expect(rows.first).to_contain_text("OI-000001", timeout=WAIT)
    expect(rows.last).to_contain_text("OI-000006")  # without a score
    page.check("#liste-tous")
    expect(page.locator(".barre-choix")).to_contain_text("6 ménages choisis")
    page.click("[popovertarget=exporter]")
    with page.expect_download() as sheet:
        page.get_by_role("button", name="Excel").click()
    with Path(sheet.value.path()).open("rb") as file:
        assert len(list(load_workbook(file).active.values)) == 7
    rows.last.locator(".lien").click()
    expect(visit.card()).to_contain_text("Pas encore noté", timeout=WAIT)


def test_correct_a_household(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    rows.filter(has_text="OI-000006").locator(".lien").click()
    visit.card().get_by_role("button", name="Modifier").click()
    page.fill("[name='chefMenage.telephone']", "955123456", timeout=WAIT)
    page.fill("[name=tailleMenage]", "0")
    page.locator("form.formulaire").evaluate("form => { form.noValidate = true; }")
    visit.refusals = {422}
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".faute-champ")).to_contain_text("supérieure à 0", timeout=WAIT)
    expect(page.locator("[name=tailleMenage]")).to_be_focused()
    no_serious_fault(page)
    page.fill("[name=tailleMenage]", "4")
    page.get_by_role("button", name="Enregistrer").click()
    expect(visit.card().locator("[href='tel:+245955123456']")).to_be_visible(timeout=WAIT)
    assert Household.objects.get(code_menage="OI-000006").taille_menage == 4


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
