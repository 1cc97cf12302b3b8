"""The page of the API's operations, in a browser: contents, search, and what stands beside an operation."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WAIT = 60_000  # the document is made once, in seconds


@pytest.mark.django_db(transaction=True)
def test_every_operation_is_found(chromium, live_server):
    context = chromium.new_context(locale="fr-FR", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server.url}/api/docs")
    links = page.locator("#sommaire a")
    expect(links.first).to_be_visible(timeout=WAIT)
    expect(page.locator(".opblock")).to_have_count(0)
    assert sum(int(text) for text in page.locator("#sommaire small").all_text_contents()) > 500
    page.fill("#cherche", "SCORE lots")
    expect(page.locator("#trouvees")).to_have_text("0 opérations")
    page.fill("#cherche", "clés d'acces")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.locator(".opblock-summary-path").first).to_contain_text("/api/auth/cles")
    links.filter(has_text=re.compile("^cycles")).click()
    expect(page.locator("#operations-tag-cycles")).to_be_in_viewport()
    page.locator("#operations-cycles-cycles_get .opblock-summary-control").click()
    expect(page.locator(".parameters").first).to_contain_text("statut")
    expect(page.locator(".parameters").filter(has_text="Accept-Language")).to_have_count(0)
    assert faults == []
    context.close()
