"""The page of the API's operations, in a browser: contents, search, and what stands beside an operation."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WAIT = 60_000  # the document is made once, in seconds


def check_copying(page):
    """Check that each command of the introduction has a button that copies it."""
    copy = page.locator(".information-container .copier")
    assert copy.count() == page.locator(".information-container .renderedMarkdown pre").count() > 2
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy.first.click()
    expect(copy.first).to_have_text("Copié")
    command = page.evaluate("navigator.clipboard.readText()")
    assert command.startswith("JETON=$(curl") and "/api/menages?limit=5" in command
    boxes = page.locator(".information-container pre")
    assert boxes.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


@pytest.mark.django_db(transaction=True)
def test_every_operation_is_found(chromium, live_server):
    context = chromium.new_context(locale="fr-FR", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    held: list[Route] = []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.route("**/swagger-ui-bundle.js", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/schema?langue=fr", timeout=WAIT):  # it does not wait for what draws it
        page.goto(f"{live_server.url}/api/docs", wait_until="commit")
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    links = page.locator("#sommaire a")
    expect(links.first).to_be_visible(timeout=WAIT)
    expect(page.locator(".opblock")).to_have_count(0)
    assert sum(int(text) for text in page.locator("#sommaire small").all_text_contents()) > 500
    check_copying(page)
    page.fill("#cherche", "SCORE lots")
    expect(page.locator("#trouvees")).to_have_text("0 opérations")
    page.fill("#cherche", "readyz")
    expect(page.locator("#trouvees")).to_have_text("1 opération")
    page.locator(".btn.authorize").click()  # who has found it wants to try it
    expect(page.locator(".modal-ux .btn-done")).to_have_text("Fermer")
    page.locator(".modal-ux .btn-done").click()
    page.fill("#cherche", "clés d'acces")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.locator(".opblock-summary-path").first).to_contain_text("/api/auth/cles")
    expect(page.locator(".btn.authorize")).to_have_text("S'identifier")
    expect(page.locator(".servers-title")).to_have_text("Adresse du service")
    links.filter(has_text=re.compile("^Cycles de paiement")).click()
    expect(page.locator("#operations-tag-cycles")).to_contain_text("Cycles de paiement")
    expect(page.locator("#operations-tag-cycles")).to_be_in_viewport()
    page.locator("#operations-cycles-cycles_get .opblock-summary-control").click()
    expect(page.locator(".parameters").first).to_contain_text("statut")
    expect(page.locator(".parameters").filter(has_text="Accept-Language")).to_have_count(0)
    expect(page.locator(".parameters").filter(has_text="Available values")).to_have_count(0)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark-mode")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 31, 34)"
    # What the document says by reference is shown: an answer that many operations share, and its example.
    expect(page.locator(".responses-table").first).to_contain_text("UNAUTHENTICATED")
    filled = page.locator(".parameters input").evaluate_all("all => all.map((one) => one.value).filter(Boolean)")
    assert set(filled) <= {"1", "20"}, "an example filters when one tries"
    assert asked.count("/api/schema") == 1
    assert faults == []
    context.close()
