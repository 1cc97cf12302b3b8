"""Signing in, staying in, and what happens when the token has run out."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from accounts.tokens.models import TokenPair
from tests.analysis.console.conftest import WAIT
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser


def test_wrong_then_right(visit, registry):
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.admin, password="faux-mot-de-passe")
    expect(page.locator("dialog [role=alert]")).to_have_text("Adresse ou mot de passe incorrect.")
    # The map that waits behind the form answers to nobody, and speaks the language of the page.
    scene = page.locator(".toile")
    expect(scene).to_have_attribute("inert", "")
    expect(scene).to_have_attribute("aria-hidden", "true")
    expect(scene.locator(".maplibregl-ctrl-zoom-in")).to_have_attribute("aria-label", "Agrandir", timeout=WAIT)
    # What is empty says so at its field, in the page's own words, until somebody fills it.
    page.fill("[name=motdepasse]", "")
    page.press("[name=email]", "Enter")
    fault = page.locator("[data-champ=motdepasse] .faute-champ")
    expect(fault).to_have_text("Remplissez ce champ.")
    expect(page.locator("[name=motdepasse]")).to_be_focused()
    page.fill("[name=motdepasse]", "faux-mot-de-passe")
    expect(fault).to_have_count(0)
    page.get_by_role("button", name="Montrer le mot de passe").click()
    expect(page.locator("[name=motdepasse]")).to_have_attribute("type", "text")
    page.get_by_role("button", name="Mot de passe oublié ?").click()
    expect(page.locator("dialog")).to_contain_text("Demandez à un administrateur")
    page.get_by_role("button", name="Revenir à la connexion").click()
    expect(page.locator("[name=email]")).to_have_value(registry.cast.admin.email)  # what was typed stays
    page.fill("[name=motdepasse]", PASSWORD)
    page.press("[name=motdepasse]", "Enter")
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(page.locator("dialog")).not_to_be_visible()
    expect(scene).not_to_have_attribute("inert", "")
    expect(scene).not_to_have_attribute("aria-hidden", "true")


def test_nothing_personal_is_kept(visit, registry):
    page = visit.sign_in(registry.cast.agent_west)
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
    page.fill("#recherche", "Fatumata")
    expect(page.locator("#trouves li").first).to_contain_text("OI-000001", timeout=WAIT)
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, location.href, document.title])")
    for secret in ("Fatumata", "Mané", "Bacar", registry.cast.agent_west.email, "reprise"):
        assert secret not in kept


@pytest.mark.slow
def test_reload_keeps_the_session_and_sign_out_ends_it(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    expect(page.locator(".depot")).to_be_visible(timeout=WAIT)
    page.reload()
    expect(page.locator(".depot")).to_be_visible(timeout=WAIT)
    assert page.evaluate("sessionStorage.length") == 0
    visit.refusals = {401}  # a tile that was asked for just before
    page.click("[popovertarget=compte]")
    page.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("dialog")).to_be_visible(timeout=WAIT)
    assert not TokenPair.objects.filter(refreshed_at=None, session__ended_at=None).exists()


@pytest.mark.slow
def test_a_reload_that_is_reloaded_before_it_knows_keeps_the_session(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#vue=import")
    expect(page.locator(".depot")).to_be_visible(timeout=WAIT)
    visit.warned += ("Unable to perform style diff",)  # the map was not yet ready
    held = []
    page.route("**/api/auth/refresh", lambda route: held.append(route), times=1)  # a slow link
    page.reload(wait_until="commit")
    while not held:
        page.wait_for_timeout(20)
    page.reload()
    expect(page.locator(".depot")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_expired_access_token_is_renewed_unseen(visit, registry):
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    expect(page.locator(".bande tbody tr")).to_have_count(6, timeout=WAIT)
    TokenPair.objects.update(access_expires_at=timezone.now() - timedelta(seconds=1))
    page.get_by_role("button", name="Pauvre", exact=True).click()
    expect(page.locator(".bande tbody tr")).to_have_count(2, timeout=WAIT)
    expect(page.locator("dialog")).not_to_be_visible()


@pytest.mark.slow
def test_ended_session_asks_again_and_loses_nothing(visit, registry):
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.admin, "#bande=liste")
    expect(page.locator(".bande tbody tr")).to_have_count(6, timeout=WAIT)
    TokenPair.objects.all().delete()
    page.evaluate("location.hash += '&categorie=vulnerable'")
    expect(page.locator("dialog")).to_contain_text("rien n'est perdu", timeout=WAIT)
    page.fill("[name=email]", registry.cast.admin.email)
    page.fill("[name=motdepasse]", PASSWORD)
    page.click("dialog [type=submit]")
    expect(page.locator(".bande tbody tr")).to_have_count(1, timeout=WAIT)
    assert re.search(r"categorie=vulnerable", page.url)
    TokenPair.objects.all().delete()
    page.reload()
    expect(page.locator("dialog")).to_contain_text("Votre session a pris fin", timeout=WAIT)


def test_another_person_finds_nothing_of_the_last(visit, registry):
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.admin, f"#bande=liste&fiche=menage/{registry.households[0].id}")
    visit.opens_card("OI-000001")
    TokenPair.objects.all().delete()
    page.evaluate("location.hash += '&categorie=pauvre'")
    expect(page.locator("dialog")).to_be_visible(timeout=WAIT)
    page.fill("[name=email]", registry.cast.agent_east.email)
    page.fill("[name=motdepasse]", PASSWORD)
    page.click("dialog [type=submit]")
    expect(page.locator(".bilan strong")).to_have_text("0", timeout=WAIT)
    expect(visit.card()).to_have_count(0)
    assert "menage/" not in page.url


@pytest.mark.modules
@pytest.mark.slow
def test_map_is_made_while_somebody_signs_in(visit, registry):
    page = visit.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/maplibre-gl-worker.mjs*"):
        page.goto(f"{visit.base}/")
    canvas = page.locator(".maplibregl-canvas")
    expect(canvas).to_be_attached(timeout=WAIT)
    expect(canvas).not_to_be_visible()  # nothing of the country is shown to whom it does not know
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/api/" in url] == []
    asked.clear()
    page.fill("[name=email]", registry.cast.admin.email)
    page.fill("[name=motdepasse]", PASSWORD)
    lines = page.expect_response("**/api/carte/tuiles/fond_carte/**")  # roads and rivers come with the first map
    with page.expect_response("**/api/carte/tuiles/menages/**"), lines:
        page.click("dialog [type=submit]")
    expect(canvas).to_be_visible(timeout=WAIT)
    assert [url for url in asked if "/static/" in url] == []


@pytest.mark.modules
@pytest.mark.slow
def test_who_works_in_a_page_does_not_wait_for_the_map(visit, registry):
    page = visit.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit.sign_in(registry.cast.admin, "#vue=doublons")
    expect(page.locator(".page h1")).to_be_visible(timeout=WAIT)
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "maplibre" in url or "/tuiles/" in url] == []
    held: list[Route] = []
    # The map's own code is long on its way: tiles are not.
    page.route("**/maplibre-gl.mjs*", lambda route: held.append(route), times=1)
    with page.expect_request("**/carte/tuiles/menages/**", timeout=WAIT):
        page.evaluate("history.pushState(null, '', '#'); dispatchEvent(new PopStateEvent('popstate'))")
    held.pop().continue_()
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Agrandir")).to_be_visible(timeout=WAIT)
    while not page.evaluate("performance.getEntriesByName('carte').length"):
        page.wait_for_timeout(50)
    tiles = [url for url in asked if "/tuiles/" in url]
    assert sorted(tiles) == sorted(set(tiles))


@pytest.mark.slow
def test_zoom_buttons_follow_the_language(visit, registry):
    page = visit.sign_in(registry.cast.admin)
    expect(page.get_by_role("button", name="Agrandir")).to_be_visible(timeout=WAIT)
    page.click("[popovertarget=compte]")
    page.select_option("#langue", "en")
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible(timeout=WAIT)
