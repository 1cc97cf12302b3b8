"""What waits to be sent: its state, taken back and corrected, and in conflict with what the registry has now."""

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.console.test_offline import change_size, go, open_form, open_list

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_conflict_is_shown_with_what_was_entered_and_taken_up_again(visit, registry, api):
    page = open_list(visit, registry.cast.admin)
    open_form(visit, page, "OI-000003")
    go(page, offline=True)
    page.fill("[name=tailleMenage]", "9")
    page.fill("[name='chefMenage.age']", "44")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator("#a-envoyer")).to_be_visible(timeout=WAIT)
    expect(page.locator(".saisies .insigne")).to_have_text("Attend la connexion")
    changed = {"milieu": "urbain", "tailleMenage": 8}
    path = f"/api/menages/{registry.households[2].id}"
    assert api(registry.cast.supervisor_west).put(path, changed).status_code == 200
    visit.refusals = {409}
    go(page, offline=False)
    expect(page.locator(".saisies [role=alert]")).to_contain_text("a changé depuis", timeout=WAIT)
    expect(page.locator("#a-envoyer")).to_contain_text("1 saisie à revoir")
    expect(page.locator(".saisies .insigne")).to_have_text("À revoir")
    size = page.locator(".conflit tbody tr").filter(has_text="Nombre de personnes")
    expect(size.locator("td")).to_have_text(["8", "9"], timeout=WAIT)
    no_serious_fault(page)
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("[name=tailleMenage]")).to_have_value("9", timeout=WAIT)
    expect(page.locator("[name=milieu]")).to_have_value("urbain")
    page.get_by_role("button", name="Enregistrer").click()
    visit.opens_card("OI-000003")
    expect(page.locator("#a-envoyer")).to_have_count(0)
    found = Household.objects.get(code_menage="OI-000003")
    assert (found.taille_menage, found.milieu) == (9, "urbain")


@pytest.mark.slow
def test_an_entry_that_waits_is_taken_back_and_corrected_before_it_is_sent(visit, registry):
    page = change_size(visit, registry.cast.admin, 9)
    entry = page.locator(".saisies li")
    entry.get_by_role("button", name="Corriger").click(timeout=WAIT)
    expect(page.locator("[name=tailleMenage]")).to_have_value("9", timeout=WAIT)
    # Somebody who leaves the form there loses nothing, and nothing of it is sent.
    page.locator("#a-envoyer").click()
    go(page, offline=False)
    expect(entry).to_contain_text("Vous avez repris cette saisie", timeout=WAIT)
    assert Household.objects.get(code_menage="OI-000003").taille_menage != 9
    entry.get_by_role("button", name="Reprendre").click()
    page.fill("[name=tailleMenage]", "8", timeout=WAIT)
    page.get_by_role("button", name="Enregistrer").click()
    visit.opens_card("OI-000003")
    expect(page.locator("#a-envoyer")).to_have_count(0)
    assert Household.objects.get(code_menage="OI-000003").taille_menage == 8


@pytest.mark.slow
@pytest.mark.parametrize("is_lost", [False, True])
def test_the_first_map_says_that_it_is_on_its_way(visitor, registry, is_lost):
    """On a phone and a slow line until it stands; what fails is said in place of it."""
    visit = visitor(390, 844, has_touch=True, is_mobile=True)
    held = []
    visit.page.route("**/api/carte/tuiles/**", lambda route: held.append(route))
    page = visit.sign_in(registry.cast.admin)
    sign = page.locator(".carte-attente[role=status]")
    expect(sign).to_have_text("La carte se dessine…", timeout=WAIT)
    no_serious_fault(page)
    visit.refusals = {500}
    answer = (lambda route: route.fulfill(status=500, json={})) if is_lost else (lambda route: route.continue_())
    page.route("**/api/carte/tuiles/**", answer)  # from now on
    for route in held:
        answer(route)
    expect(sign).to_have_count(0, timeout=WAIT)
    assert page.locator(".avis[data-sorte=tuiles]").is_visible() == is_lost
