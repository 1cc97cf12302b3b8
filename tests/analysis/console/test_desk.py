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
    save_and_find_a_view(page)
    expect(rows.first).to_contain_text("OI-000001", timeout=WAIT)
    rows.last.locator(".lien").click()
    expect(visit.card()).to_contain_text("Pas encore noté", timeout=WAIT)


def save_and_find_a_view(page):
    """Name the list as it is, leave for another page, and come back by its name."""
    page.click("[popovertarget=mes-vues]")
    page.fill("#mes-vues [name=nom]", "Par score")
    page.locator("#mes-vues").get_by_role("button", name="Enregistrer").click()
    expect(page.locator("#mes-vues li")).to_contain_text("Par score", timeout=WAIT)
    no_serious_fault(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Tâches").click()
    expect(page.locator(".page-taches")).to_be_visible(timeout=WAIT)
    page.click("[popovertarget=mes-vues]")
    page.locator("#mes-vues").get_by_role("button", name="Par score", exact=True).click()


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
    work_offline(visit, registry)


def work_offline(visit, registry):
    """Load the page without a connection, read on, register a household; it is sent once there is one again."""
    page, context = visit.page, visit.page.context
    page.evaluate(
        """() => new Promise((done) => navigator.serviceWorker.controller
            ? done() : navigator.serviceWorker.addEventListener("controllerchange", () => done()))"""
    )
    visit.warned += ("Unable to perform style diff",)
    context.set_offline(True)
    page.reload()
    expect(visit.card()).to_contain_text("955123456", timeout=WAIT)  # as it was read after the correction
    expect(page.locator(".avis")).to_contain_text("ce qui est montré a été lu aujourd’hui")
    page.evaluate(
        "history.pushState(null, '', '#vue=menage&element=nouveau'); dispatchEvent(new PopStateEvent('popstate'))"
    )
    page.fill("[name='chefMenage.nomComplet']", "Quinta Hors Réseau", timeout=WAIT)
    page.fill("[name=tailleMenage]", "3")
    page.select_option("[name=region]", str(registry.country.west.id))
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".page-envois .tache")).to_contain_text("En attente", timeout=WAIT)
    expect(page.locator("#envois")).to_contain_text("1 saisie attend")
    no_serious_fault(page)
    dump = """async () => {
        const base = await new Promise((done) => { indexedDB.open("tabanca").onsuccess = (e) => done(e.target.result); });
        const read = (table) => new Promise((done) => {
            base.transaction(table).objectStore(table).getAll().onsuccess = (e) => done(e.target.result); });
        const rows = [...await read("reponses"), ...await read("saisies")];
        return [rows.length, rows.map((row) => new TextDecoder("latin1").decode(row.sealed)).join()];
    }"""
    count, sealed = page.evaluate(dump)
    assert count > 5
    assert "Quinta" not in sealed
    context.set_offline(False)
    expect(page.locator(".page-envois .tache")).to_contain_text("Envoyée", timeout=WAIT)
    assert Household.objects.filter(chef__nom_complet="Quinta Hors Réseau").count() == 1
    page.click("[popovertarget=compte]")
    page.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    assert page.evaluate(dump)[0] == 1  # that something was sent, and nothing of whom


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
