"""Secteurs that were prepared for the field: several, for some days, sealed, each refreshed and removed by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT, no_serious_fault
from tests.analysis.console.test_offline import DUMP, go, leave

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# As of a preparation that ended early.
LACK_THREE = """import('/static/console/offline/prepared.js').then(({keepPrepared, prepared}) =>
  keepPrepared({...prepared.peek().find(({sector}) => sector.nom === 'Mansoa'), total: 9}))"""
DUMP_FIELD = DUMP.replace('open("tabanca")', 'open("tabanca-terrain")')
PASS_DAYS = "(days) => { const now = Date.now; Date.now = () => now() + days * 86_400_000; }"
# Whether the ground is drawn at a place and a zoom of which no tile was read.
GROUND = """async (center) => {
  const map = (await import('/static/console/map/map.js')).getMap();
  map.jumpTo({center, zoom: 13});
  await map.once('idle');
  return map.queryRenderedFeatures({layers: ['terre']}).length > 0;
}"""
BEGIN = "import('/static/console/offline/prepared-line.js').then((one) => one.beginPrepared())"


def prepare(page, name: str, days: int) -> None:
    page.click("#terrain", timeout=WAIT)
    page.locator("dialog select[name=secteur]").select_option(label=name)
    page.select_option("dialog select[name=jours]", str(days))
    page.get_by_role("button", name="Préparer", exact=True).click()


@pytest.fixture
def prepared(visit, registry):
    """Two secteurs of the west: Mansoa for a week, then Nhacra, which has no household."""
    page = visit.sign_in(registry.cast.agent_west)
    visit.warned = ("Failed to load resource", "net::")
    prepare(page, "Mansoa (Oio) · 6 ménages", 7)
    prepare(page, "Nhacra (Oio) · 0 ménage", 1)
    lines = page.locator(".terrain .prepare")
    expect(lines).to_have_count(2, timeout=60_000)
    return page


def test_each_says_how_much_and_until_when_and_is_refreshed_and_removed_by_itself(prepared):
    page = prepared
    lines = page.locator(".terrain .prepare")
    mansoa = lines.filter(has_text="Mansoa")
    expect(mansoa).to_contain_text(
        re.compile(r"Mansoa, 6\sménages, \d,\d\sMo, jusqu'au\s\d+(er)?\s\S+\s\d{4}\sà\s\d\d:\d\d")
    )
    expect(page.locator("#terrain-somme")).to_contain_text("2 secteurs sur cet appareil : 6 ménages")
    no_serious_fault(page)
    kept = page.evaluate(DUMP_FIELD)
    assert kept["counts"]["terrain"] >= 18
    for secret in ("Fatumata", "OI-000001", "Mansoa", "/api/"):
        assert secret not in kept["text"]
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    mansoa.get_by_role("button", name="Actualiser").click()
    expect(page.locator(".terrain .dit")).to_contain_text("Mansoa est prêt", timeout=60_000)
    cards = [place for place, one in enumerate(asked) if "/fiches-menages?" in one]
    assert len(cards) == 1  # of six households
    assert not [one for one in asked if re.search(r"/api/menages/[0-9a-f-]{36}", one)]
    far = [place for place, one in enumerate(asked) if re.search("/tuiles/(regions|fond_carte)/5/", one)]
    assert far and max(far) < min(cards)  # one that is interrupted has its ground
    mansoa.get_by_role("button", name="Retirer").click()
    page.locator("dialog").get_by_role("button", name="Retirer").click()
    expect(lines).to_have_count(1, timeout=WAIT)
    expect(lines).to_contain_text("Nhacra")
    # What both need stays: tiles of the areas; no card does.
    assert page.evaluate(DUMP_FIELD)["counts"]["terrain"] <= kept["counts"]["terrain"] - 18


@pytest.mark.modules
def test_it_opens_for_the_days_that_were_chosen_and_no_longer(prepared, visit):
    page = prepared
    # Bundled, every module is on the device.
    page.evaluate("import('/static/console/household/sheet.js').then(() => null)")
    go(page, offline=True)
    page.evaluate(PASS_DAYS, 6)
    page.evaluate(BEGIN)
    rows = page.locator(".menages tbody tr")
    expect(rows).to_have_count(6, timeout=WAIT)
    expect(page.locator("#terrain-partie")).to_have_count(0)
    page.evaluate(LACK_THREE)
    expect(page.locator("#terrain-partie")).to_contain_text("6 ménages seulement sur 9 de Mansoa")
    rows.first.click()
    expect(visit.card().locator(".vu")).to_contain_text("Sans connexion", timeout=WAIT)
    expect(page.locator(".terrain .prepare")).to_have_count(1)  # the day of the other one is over
    assert page.evaluate(GROUND, [-15.93, 12.1])
    page.evaluate(PASS_DAYS, 2)
    page.evaluate(BEGIN)
    expect(page.locator(".terrain .prepare")).to_have_count(0, timeout=WAIT)
    held = page.evaluate("import('/static/console/offline/held.js').then((one) => one.held.value.cards.size)")
    assert held == 0


def test_nothing_of_it_stays_after_signing_out(prepared, visit):
    visit.refusals = {401}
    leave(prepared)
    expect(prepared.locator("[name=email]")).to_be_visible(timeout=WAIT)
    assert prepared.evaluate(DUMP_FIELD)["counts"]["terrain"] == 0
