"""What is searched in the console: people by telephone and with a slip in their name, kinds of services, complaints."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from registry.households.models import HeadOfHousehold
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.conftest import make_user
from transfers.complaints.models import Complaint

pytestmark = pytest.mark.browser
NUMBER = "+245956402304"


@pytest.fixture
def called(registry):
    """A household with a telephone, and a complaint of somebody else about it."""
    HeadOfHousehold.objects.filter(nom_complet="Binta Sané").update(telephone=NUMBER)
    complaint = Complaint.objects.create(
        reference="PLT-2026-00000007",
        categorie="paiement",
        priorite="haute",
        objet="Rien reçu",
        plaignant="Bacar Dansó",
        telephone="955 123 123",
        region=registry.country.west,
        menage=registry.households[2],
        echeance=timezone.localdate(),
    )
    return complaint


@pytest.mark.slow
def test_the_map_finds_numbers_slips_kinds_and_complaints(visit, registry, called):
    page = visit.sign_in(registry.cast.admin)
    found = page.locator("#trouves li")
    page.fill("#recherche", "956 402 304")
    expect(found).to_have_count(1, timeout=WAIT)
    expect(found).to_contain_text("Binta Sané")
    page.fill("#recherche", "Bitna Sané")
    expect(found.first).to_contain_text("Vouliez-vous dire", timeout=WAIT)
    expect(found.nth(1)).to_contain_text("Binta Sané")
    no_serious_fault(page)
    page.fill("#recherche", "Cuita")  # a village
    expect(found.nth(1)).to_contain_text("Cutia", timeout=WAIT)
    page.fill("#recherche", "ecoles")
    expect(found).to_have_text(["ÉcolesMontrer la couche sur la carte"], timeout=WAIT)
    page.keyboard.press("Enter")
    expect(page.locator("#couche-ecoles")).to_be_checked()
    lines = page.locator("#couche-fond_carte")  # roads and rivers are there until somebody takes them off
    expect(lines).to_be_checked()
    lines.uncheck(force=True)
    expect(page).to_have_url(re.compile("fond=false"))
    lines.check(force=True)
    page.fill("#recherche", "plt-2026-0000")
    expect(found).to_contain_text(["PLT-2026-00000007"], timeout=WAIT)
    page.keyboard.press("Enter")
    expect(page.locator(".plainte h2")).to_have_text("Rien reçu", timeout=WAIT)


@pytest.mark.slow
def test_who_sees_no_contacts_is_offered_no_search_by_them(visit, registry, called):
    reader = make_user("ROLE_AGENT", registry.country.west)
    reader.role.permissions = ["registre.lire", "geo.lire", "plaintes.lire"]
    reader.role.save()
    page = visit.sign_in(reader)
    expect(page.locator("#recherche")).to_have_attribute("placeholder", "Ménage, village, secteur…")
    page.fill("#recherche", NUMBER)
    expect(page.locator("#trouves li").first).to_contain_text("Aucun résultat", timeout=WAIT)
    page.evaluate("location.hash = 'vue=plaintes'")
    field = page.locator("#cherche-plainte")
    expect(field).to_have_attribute("placeholder", "Référence, objet, ménage ou village", timeout=WAIT)
    field.fill("Bacar")
    expect(page.get_by_text("Aucune plainte ne correspond")).to_be_visible(timeout=WAIT)


def test_a_caller_is_served_without_a_reference(visit, registry, called):
    page = visit.sign_in(registry.cast.supervisor_west, "#vue=plaintes")
    field, rows = page.locator("#cherche-plainte"), page.locator(".paiements tbody tr")
    for text in ("+245 955 123 123", "danso", "OI-000003"):
        field.fill("Personne")
        expect(rows).to_have_count(0, timeout=WAIT)
        field.fill(text)
        expect(rows).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name="Nouvelle plainte").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#f-categorie")).to_be_visible(timeout=WAIT)
    assert page.locator("[id]").evaluate_all("all => all.map((one) => one.id)").count("f-categorie") == 1
    dialog.locator("#f-telephone").fill("12")
    dialog.locator("#f-plaignant").focus()
    expect(dialog.locator("[data-champ=telephone] .faute-champ")).to_be_in_viewport(timeout=WAIT)
    dialog.locator("#f-telephone").fill("955 000 111")
    expect(dialog.locator(".faute-champ")).to_have_count(0)
    dialog.locator("#f-objet").fill("Carte perdue")
    dialog.locator("#f-categorie").select_option("autre")
    expect(dialog.locator("#f-canal")).to_have_value("guichet")
    dialog.locator("#f-canal").select_option(label="Appel téléphonique")
    no_serious_fault(page)
    dialog.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".plainte .faits")).to_contain_text("Appel téléphonique", timeout=WAIT)
    expect(page.locator("#histoire")).to_contain_text("Il n'a pas de code pour la lire")
    assert Complaint.objects.get(objet="Carte perdue").canal == "telephone"
