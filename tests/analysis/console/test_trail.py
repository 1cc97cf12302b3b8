"""A household's trail in its card: what happened, in order, and why."""

import re

import pytest
from playwright.sync_api import expect

from accounts.audit.api import audit_as
from config.ids import uuid7
from registry.duplicates.models import Pair
from registry.follow_up.models import HealthVisit
from registry.households.models import Household
from registry.pmt.services import create_method, publish_method
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


@pytest.fixture
def lived(registry, api):
    """A household that was rejected, reopened, scored, analysed, visited, and told apart from another."""
    first, second = registry.households[:2]
    caller = api(registry.cast.admin)
    terms = [
        {"variable": "tailleMenage", "operateur": "lineaire", "poids": -2},
        {"variable": "milieu", "operateur": "=", "valeur": "rural", "poids": -5.5},
    ]
    publish_method(
        method=create_method(values={"nom": "Guiné 2025", "intercept": 60.0, "termes": terms, "par_defaut": True})
    )
    path = f"/api/menages/{first.id}"
    caller.post(f"{path}/reject-collecte", {"motif": "donnees_incompletes", "commentaire": "Sans chef de ménage"})
    caller.post(f"{path}/rouvrir-collecte")
    assert caller.post(f"{path}/recalculate-pmt").status_code == 200
    assert caller.post(f"{path}/analyse-qualite").status_code == 200
    a, b = sorted((first, second), key=lambda row: row.id)
    pair = Pair.objects.create(menage_a=a, menage_b=b, score=66, niveaux={"nom": "identique"}, empreinte=uuid7())
    reason = {"decision": "distincts", "motif": "Deux familles, vues sur place"}
    assert caller.post(f"/api/menages/doublons/{pair.id}/decision", reason).status_code == 200
    HealthVisit.objects.create(menage=first, type_visite="prenatale", date_visite="2025-03-12")
    return registry


@pytest.mark.slow
def test_in_order_and_why(visit, lived):
    page = visit.sign_in(lived.cast.admin, f"#fiche=menage/{lived.households[0].id}")
    visit.opens_card("OI-000001")
    page.locator("#parcours > summary").click()
    events = page.locator(".parcours > li")
    expect(events.first).to_contain_text("Visite de santé", timeout=WAIT)
    expect(events.nth(1)).to_contain_text("Ménage enregistré")
    rejected = events.filter(has_text="Collecte rejetée")
    expect(rejected).to_contain_text(re.compile("Ana Gomes.*Fiche incomplète.*Sans chef de ménage"))
    expect(events.filter(has_text="Jugé distinct")).to_contain_text("Deux familles, vues sur place")
    scored = events.filter(has_text="Score PMT calculé")
    scored.locator("summary").click()
    expect(scored.locator("tbody tr")).to_have_text(
        [
            re.compile(r"^\s*Base\s*\+60,00"),
            re.compile(r"Taille du ménage\s*−2 par unité\s*5\s*−10,00"),
            re.compile(r"Milieu\s*Rural\s: −5,5\s*Rural\s*−5,50"),
        ]
    )
    expect(scored.locator("tfoot tr")).to_have_text(re.compile(r"Total\s*44,50"))
    # Why it is eligible, and what weighs most, stand beside the score.
    expect(page.locator(".pauvrete")).to_contain_text("Sous le seuil du score")
    page.locator("#score > summary").click()
    expect(page.locator("#score")).to_contain_text(
        "Ce qui pèse le plus : Taille du ménage (−10,0), Milieu (−5,5).", timeout=WAIT
    )
    expect(page.locator("#score")).to_contain_text("Aucun jeu de règles n'a été essayé")
    no_serious_fault(page)
    page.get_by_role("button", name="Modifier").click()
    expect(page.locator("[name=latitude]")).to_have_value(re.compile(r"^\d+,\d+$"), timeout=WAIT)  # as French writes it
    latitude = page.locator("[name=latitude]").input_value()
    page.fill("[name=latitude]", latitude[:-1] + ("1" if latitude[-1] != "1" else "2"))
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("[name=latitude]")).to_have_count(0, timeout=WAIT)
    visit.opens_card("OI-000001")
    with audit_as(None):  # as the service does at night
        Household.objects.filter(pk=lived.households[0].pk).update(score_qualite=80)
    page.locator("#histoire > summary").click()
    expect(page.locator("#histoire")).to_contain_text(
        "Dernière modification par une personne : Ana Gomes, aujourd’hui.", timeout=WAIT
    )
    said = page.locator("#histoire").inner_text()
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d{2}-\d{2}|extreme_pauvre", said), said
    page.locator("#parcours > summary").click()
    expect(events.first).to_be_visible(timeout=WAIT)
    events.filter(has_text="Doublon possible").get_by_role("button", name="OI-000002").click()
    visit.opens_card("OI-000002")
    # A near service has its own card, which leads back.
    card = visit.card()
    card.get_by_role("button", name="Furo 1").click()
    expect(card.locator("h2")).to_have_text("Furo 1", timeout=WAIT)
    card.get_by_role("button", name="Revenir : Ménage").click()
    visit.opens_card("OI-000002")


@pytest.mark.slow
def test_an_old_score_stands_beside_todays_and_is_made_again(visit, lived):
    household = lived.households[0]
    Household.objects.filter(id=household.id).update(taille_menage=8)
    page = visit.sign_in(lived.cast.admin, f"#fiche=menage/{household.id}")
    visit.opens_card("OI-000001")
    brief = page.locator("#menage-en-bref")
    expect(brief).to_contain_text("En collecte")
    page.locator("#score > summary").click()
    old = page.locator("#score #score-ancien")
    expect(old).to_contain_text("Score d'aujourd'hui : 38,5 sur 100", timeout=WAIT)
    expect(old).to_contain_text("Pauvre")
    no_serious_fault(page)
    old.get_by_role("button", name="Noter de nouveau").click()
    expect(page.locator(".pauvrete")).to_contain_text("Score PMT 38,5 sur 100", timeout=WAIT)
    expect(page.locator("#score-ancien")).to_have_count(0)


@pytest.mark.slow
def test_on_a_phone_by_keyboard_in_portuguese(visitor, lived):
    visit = visitor(390, 844, locale="pt-PT", has_touch=True, is_mobile=True, color_scheme="dark")
    page = visit.sign_in(lived.cast.admin, f"#fiche=menage/{lived.households[0].id}")
    visit.opens_card("OI-000001")
    page.locator("#parcours > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".parcours > li").filter(has_text="Pontuação PMT")).to_contain_text("Guiné 2025", timeout=WAIT)
    page.locator(".parcours summary").focus()
    page.keyboard.press("Space")
    expect(page.locator(".termes")).to_be_visible()
    wide = page.evaluate(
        "document.querySelector('.fiche-corps').scrollWidth - document.querySelector('.fiche-corps').clientWidth"
    )
    assert wide == 0
    no_serious_fault(page)
