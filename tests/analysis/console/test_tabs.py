"""One session in all tabs of a browser: who has signed in once need not again, and who signs out leaves all of them."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.tokens.models import Session, TokenPair
from tests.analysis.console.conftest import WAIT
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser


PROFILE = "#vue=profil"  # a page that asks for little


@pytest.fixture
def tabs(visit: Any) -> Iterator[Any]:
    """`tabs(view)` opens one more tab of the browser; all are at rest before the test's tables are emptied."""

    def opened(view: str = PROFILE) -> Page:
        page: Page = visit.page.context.new_page()
        page.set_default_timeout(WAIT)
        page.goto(f"{visit.base}/{view}")
        return page

    yield opened
    for page in visit.page.context.pages:
        page.wait_for_load_state("networkidle")


def expect_inside(page: Page, user: Any) -> None:
    expect(page.locator(".page")).to_contain_text(user.email, timeout=WAIT)
    expect(page.locator("dialog.connexion")).not_to_be_visible()


def expect_outside(page: Page) -> None:
    expect(page.locator("dialog.connexion [name=email]")).to_be_visible(timeout=WAIT)
    expect(page.locator(".page")).to_have_count(0)


def send_sign_in(page: Page, user: Any) -> None:
    page.fill("[name=email]", user.email)
    page.fill("[name=motdepasse]", PASSWORD)
    page.click("dialog [type=submit]")


def open_two(visit: Any, tabs: Any, user: Any) -> tuple[Page, Page]:
    """A page in which somebody signs in, and a second tab that takes part."""
    visit.refusals = {401}
    first = visit.sign_in(user, PROFILE)
    expect_inside(first, user)
    second = tabs()
    expect_inside(second, user)
    return first, second


@pytest.mark.slow
def test_a_new_tab_takes_part_and_signing_out_ends_all(visit: Any, registry: Any, tabs: Any) -> None:
    user = registry.cast.admin
    first, second = open_two(visit, tabs, user)
    assert Session.objects.filter(user=user, ended_at__isnull=True).count() == 1
    for page in (first, second):
        assert page.evaluate("sessionStorage.length") == 0
        assert "jeton" not in page.evaluate("JSON.stringify([{...localStorage}, document.cookie])")
    second.click("[popovertarget=compte]")
    second.get_by_role("button", name="Se déconnecter").click()
    expect_outside(second)
    expect_outside(first)
    assert not Session.objects.filter(user=user, ended_at__isnull=True).exists()
    third = tabs()
    expect_outside(third)
    send_sign_in(third, user)  # one sign-in lets all in
    expect_inside(third, user)
    for page in (first, second):
        expect(page.locator("dialog.connexion")).not_to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_tabs_renew_in_turn(visit: Any, registry: Any, tabs: Any) -> None:
    """Both need a new token at once, and each reload takes one: a token used twice would end the session."""
    user = registry.cast.admin
    first, second = open_two(visit, tabs, user)
    for _ in range(3):
        TokenPair.objects.update(access_expires_at=timezone.now() - timedelta(seconds=1))
        for view in ("#vue=comptes", PROFILE):
            for page in (first, second):
                page.evaluate(f"location.hash = '{view}'")
        for page in (first, second):
            page.reload(wait_until="commit")
        for page in (first, second):
            expect_inside(page, user)
    assert Session.objects.filter(user=user, ended_at__isnull=True).count() == 1
    first.wait_for_load_state("networkidle")
    first.goto("about:blank")  # the one that signed in goes: the other goes on
    TokenPair.objects.update(access_expires_at=timezone.now() - timedelta(seconds=1))
    second.reload()
    expect_inside(second, user)
    first.go_back()
    expect_inside(first, user)


@pytest.mark.slow
def test_another_person_beside_stays_apart(visit: Any, registry: Any, tabs: Any) -> None:
    user, other = registry.cast.admin, registry.cast.agent_east
    first, second = open_two(visit, tabs, user)
    # The service ended the session; somebody else signs in over one page: the other page is not theirs.
    TokenPair.objects.all().delete()
    for page in (first, second):
        page.evaluate("location.hash = '#vue=comptes'")
        expect(page.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    send_sign_in(second, other)
    expect(second.locator("dialog.connexion")).not_to_be_visible(timeout=WAIT)
    expect(first.locator("dialog.connexion")).to_be_visible()
    third = tabs()
    expect_inside(third, other)
    third.click("[popovertarget=compte]")
    third.get_by_role("button", name="Se déconnecter").click()
    expect_outside(third)
    expect_outside(second)


@pytest.mark.slow
def test_a_locked_page_is_opened_by_its_person_alone(visit: Any, registry: Any, tabs: Any) -> None:
    """After a silence on protection no page that was as silent lets anybody in; one that was used goes on, beside."""
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.vbg, "#vue=protection")
    leave = page.get_by_role("button", name="Sortie rapide")
    expect(leave).to_be_visible(timeout=WAIT)
    other = tabs()
    expect_inside(other, registry.cast.vbg)
    later = "{ const now = Date.now(); Date.now = () => now + 6 * 60_000 }"
    page.evaluate(later)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    expect(other.locator("dialog.connexion")).not_to_be_visible()
    page.reload()
    expect(page.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    page.wait_for_timeout(500)  # longer than an open page needs to answer
    expect(page.locator("dialog.connexion")).to_be_visible()
    send_sign_in(page, registry.cast.vbg)
    expect(leave).to_be_visible(timeout=WAIT)
    for one in (page, other):
        one.evaluate(later)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for one in (page, other):
        expect(one.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    expect(tabs("#vue=protection").locator("dialog.connexion")).to_be_visible(timeout=WAIT)


@pytest.mark.slow
def test_the_quick_exit_leaves_no_tab_open(visit: Any, registry: Any, tabs: Any) -> None:
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.vbg, "#vue=protection")
    expect(page.get_by_role("button", name="Sortie rapide")).to_be_visible(timeout=WAIT)
    other = tabs("#vue=protection")
    expect(other.get_by_role("button", name="Sortie rapide")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Sortie rapide").click()
    page.wait_for_url(re.compile("/calendrier"))
    expect(other.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    assert "protection" not in other.url
    expect(other.get_by_role("button", name="Sortie rapide")).to_have_count(0)


@pytest.mark.slow
def test_a_page_that_locks_while_it_renews_stays_locked(visit: Any, registry: Any, tabs: Any) -> None:
    """What the service answers comes after the lock: the page beside, which is being used, goes on with it."""
    visit.refusals = {401}
    page = visit.sign_in(registry.cast.vbg, "#vue=protection")
    expect(page.get_by_role("button", name="Sortie rapide")).to_be_visible(timeout=WAIT)
    other = tabs()
    expect_inside(other, registry.cast.vbg)
    held: list[Any] = []
    page.route("**/api/auth/refresh", lambda route: held.append(route), times=1)
    TokenPair.objects.update(access_expires_at=timezone.now() - timedelta(seconds=1))
    page.get_by_role("button", name="Analyse").click()
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("{ const now = Date.now(); Date.now = () => now + 6 * 60_000 }")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("dialog.connexion")).to_be_visible(timeout=WAIT)
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator("dialog.connexion")).to_be_visible()
    other.reload()
    expect_inside(other, registry.cast.vbg)
    expect(page.locator("dialog.connexion")).to_be_visible()


@pytest.mark.slow
def test_the_page_of_the_api_calls_in_the_name_of_who_is_signed_in(visit: Any, registry: Any, tabs: Any) -> None:
    """It takes the token of an open console once it is asked to, and forgets it when they sign out there."""
    user = registry.cast.agent_west
    page: Page = tabs("api/docs?langue=pt")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    expect(page.locator("#sommaire a").first).to_be_visible(timeout=60_000)  # the document is made once, in seconds
    page.click("#session")
    expect(page.locator("#sans-session")).to_contain_text("consola")
    console = visit.sign_in(user, PROFILE)
    expect_inside(console, user)
    page.click("#session")
    expect(page.locator("#session")).to_have_text(f"Sessão de {user.prenom} {user.nom}", timeout=WAIT)
    page.fill("#cherche", "/api/auth/me")
    row = page.locator("#operations-auth-auth_me_get")
    row.locator(".opblock-summary-control").click()
    row.locator(".try-out__btn").click()
    with page.expect_response("**/api/auth/me?*") as answered:
        row.locator(".execute").click()
    assert answered.value.status == 200
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "oken" not in kept and "reprise" not in kept
    console.click("[popovertarget=compte]")
    console.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("#session")).to_have_attribute("aria-pressed", "false", timeout=WAIT)
