"""Reviewing duplicates: side by side, decided by pointer or keyboard, taken back."""

import re

import pytest
from playwright.sync_api import expect

from config.ids import uuid7
from registry.duplicates.models import Pair
from registry.households.models import HeadOfHousehold, Household
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser
ALIKE = {"nom": "identique", "sexe": "identique", "telephone": "identique", "taille": "identique"}
BITS = {"nom": 8.3, "sexe": 0.5, "taille": 3.0}


@pytest.fixture
def pairs(registry):
    """Two pairs: of the first two households (95) and of the next two (60)."""
    homes = registry.households
    HeadOfHousehold.objects.filter(menage=homes[1]).update(nom_complet="Fatoumata Diallo", age=41)
    made = []
    for (a, b), score in (((homes[0], homes[1]), 95), ((homes[2], homes[3]), 60)):
        first, second = sorted((a, b), key=lambda home: home.id)
        judged = {"score": score, "niveaux": ALIKE, "apports": BITS}
        made.append(Pair.objects.create(menage_a=first, menage_b=second, empreinte=uuid7(), **judged))
    return made


@pytest.mark.slow
def test_decide_by_keyboard_and_take_it_back(visit, registry, pairs):
    page = visit.sign_in(registry.cast.supervisor_west, "#vue=doublons")
    expect(page.locator(".paire")).to_have_count(2, timeout=WAIT)
    expect(page.locator(".paire").first).to_contain_text(re.compile("95.*Certain"))
    no_serious_fault(page)
    page.locator(".paire").first.click()
    age = page.locator(".compare tr").filter(has_text="Âge du chef")
    expect(age).to_have_class("differe", timeout=WAIT)
    expect(age).to_contain_text(re.compile("39.*41|41.*39"))
    no_serious_fault(page)
    page.fill("#motif-paire", "Deux sœurs")
    page.locator("#paire-apres").focus()  # a letter typed in a field decides nothing
    page.keyboard.press("d")
    expect(page.locator(".dit")).to_contain_text("deux ménages distincts", timeout=WAIT)
    expect(page).to_have_url(re.compile(str(pairs[1].id)))  # the next one is open
    pairs[0].refresh_from_db()
    assert (pairs[0].decision, pairs[0].motif) == ("distincts", "Deux sœurs")
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(str(pairs[0].id)), timeout=WAIT)
    expect(page.locator("#decide-ignorer")).to_be_visible(timeout=WAIT)
    pairs[0].refresh_from_db()
    assert pairs[0].decision is None
    page.locator("#decide-ignorer").click()
    expect(page).to_have_url(re.compile(str(pairs[1].id)), timeout=WAIT)
    page.get_by_role("button", name="Toutes les paires").click()
    page.get_by_role("button", name="Mis de côté").click()
    expect(page.locator(".paire")).to_have_count(1, timeout=WAIT)


@pytest.mark.slow
def test_a_letter_in_a_field_decides_nothing(visit, registry, pairs):
    page = visit.sign_in(registry.cast.supervisor_west, f"#vue=doublons&element={pairs[0].id}")
    page.locator("#motif-paire").press_sequentially("didi")
    expect(page.locator("#motif-paire")).to_have_value("didi")
    pairs[0].refresh_from_db()
    assert pairs[0].decision is None


@pytest.mark.slow
def test_who_only_reads_decides_nothing(visitor, registry, pairs):
    page = visitor(390, 844).sign_in(registry.cast.reader_west, f"#vue=doublons&element={pairs[0].id}")
    expect(page.locator(".compare")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Mettre de côté")).to_have_count(0)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")


def test_merge_with_chosen_values_and_undo(visit, registry, pairs):
    first = registry.households[0]
    page = visit.sign_in(registry.cast.admin, f"#vue=doublons&element={pairs[0].id}")
    expect(page.locator(".score-paire")).to_contain_text("Sur 100 paires notées ainsi, 95 environ", timeout=WAIT)
    for line, weight in (("Nom du chef", "compte beaucoup"), ("Taille du ménage", "compte"), ("Sexe", "compte peu")):
        said = page.locator(".compare tr").filter(has_text=line).locator(".avis-paire .doux")
        expect(said).to_have_text(weight)
    page.locator("#decide-fusionner").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("OI-000001")).check()
    age = dialog.get_by_role("group", name="Âge du chef")
    age.get_by_label(re.compile(r"[AB] : 41")).check()
    no_serious_fault(page)
    dialog.get_by_role("button", name="Fusionner").click()
    expect(page.locator(".dit")).to_contain_text("fusionnées", timeout=WAIT)
    assert not Household.objects.filter(id=registry.households[1].id).exists()
    head = HeadOfHousehold.objects.get(menage_id=first.id)
    assert (head.nom_complet, head.age) == ("Fatumata Djaló", 41)
    page.keyboard.press("u")
    expect(page.locator(".dit")).to_have_count(0, timeout=WAIT)
    assert Household.objects.filter(id=registry.households[1].id).exists()
    assert HeadOfHousehold.objects.get(menage_id=first.id).age == 39
