"""The dashboard of quality: who sends what, and the way to the map."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from registry.households.models import Household
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


@pytest.fixture
def suspects(registry):
    """The agent's four interviews: one without GPS, each two minutes after the other."""
    first = datetime(2025, 3, 3, 8, tzinfo=UTC)
    for step, household in enumerate(registry.households[:4]):
        Household.objects.filter(id=household.id).update(
            enqueteur=registry.cast.agent_west,
            date_collecte=first + timedelta(minutes=2 * step),
            geom=None if step == 0 else household.geom,
        )
    return registry


def types_dates_in_the_order_of_the_page(page):
    """The first of January 2026, at last, in the field of the first day; the API gets it as it wants it."""
    field = page.get_by_label("Collecté du", exact=True)
    expect(field).to_have_attribute("placeholder", "jj/mm/aaaa")
    for wrong in ("1/13/2026", "31-02-2026", "demain"):
        field.fill(wrong)
        field.press("Enter")
        expect(page.locator("#faute-dateDebut")).to_have_text(re.compile("Ce n'est pas une date.*jj/mm/aaaa"))
        expect(field).to_have_attribute("aria-invalid", "true")
    no_serious_fault(page)
    page.evaluate("HTMLInputElement.prototype.showPicker = function () { window.picker = this.name }")
    page.get_by_role("button", name="Calendrier : Collecté du").click()
    assert page.evaluate("picker") == "dateDebut"
    page.locator("[name=dateDebut]").fill("2025-12-31")  # as the calendar does
    expect(field).to_have_value("31/12/2025")
    expect(page.locator("#faute-dateDebut")).to_have_count(0)
    for typed in ("1/1/2026", "01-01-2026", "1.1.26", "01012026", "2026-01-01"):
        field.fill(typed)
        with page.expect_request(re.compile("/qualite/tableau.*dateDebut=2026-01-01")):
            field.press("Enter")
        expect(field).to_have_value("01/01/2026")
        field.fill("")
        field.press("Enter")
    read = "import('/static/console/components/day-text.js').then(({ readDate }) => [%s])"
    asked = "readDate('3/2025', 'month'), readDate('1/2/2026 9h05', 'datetime-local'), readDate('2026', 'date')"
    assert page.evaluate(read % asked) == ["2025-03", "2026-02-01T09:05", None]
    field.fill("1/1/2026")
    field.press("Enter")


def leads_to_its_households(page):
    """A figure opens the list of exactly those that it counts, the name all of a surveyor, a rule who breaks it."""
    agent = page.locator(".suspects tbody tr").filter(has_text="Bacar Mané")
    listed = page.locator("#menages-qualite tbody tr")
    agent.get_by_role("button", name="3 sur 4").click()
    expect(page.get_by_role("heading", name=re.compile(r"Entretiens trop rapprochés\s+3"))).to_be_visible(timeout=WAIT)
    expect(page.locator("#menages-qualite")).to_contain_text("Bacar Mané")
    expect(listed).to_have_count(3)
    no_serious_fault(page)
    page.reload()
    expect(listed).to_have_count(3, timeout=WAIT)
    # What the suspicion rests on: the hour, the gap and whom the surveyor had left.
    expect(listed.first).to_contain_text(re.compile(r"2\smin"))
    expect(listed.first.get_by_role("button")).to_have_text([re.compile("OI-"), re.compile("OI-")])
    listed.first.get_by_role("button").first.click()
    page.get_by_role("button", name="Revenir : Qualité").click()
    expect(listed).to_have_count(3, timeout=WAIT)
    page.get_by_role("button", name="Retour aux chiffres").click()
    agent.get_by_role("button", name="Bacar Mané").click()
    expect(listed).to_have_count(4, timeout=WAIT)
    expect(page.locator("#menages-qualite th[aria-sort=ascending]")).to_contain_text("Qualité")  # the worst first
    page.go_back()
    expect(agent).to_be_visible(timeout=WAIT)


@pytest.mark.modules
@pytest.mark.slow
def test_shares_with_their_numbers_filters_and_the_map(visit, suspects):
    page = visit.sign_in(suspects.cast.admin, "#vue=qualite")
    agent = page.locator(".suspects tbody tr").filter(has_text="Bacar Mané")
    expect(agent.locator("td").nth(1)).to_have_text(re.compile(r"25\s%.*1 sur 4"), timeout=WAIT)
    expect(agent.locator("td").nth(4)).to_have_text(re.compile(r"75\s%.*3 sur 4"))
    index = page.locator("thead th").filter(has_text="Indice de soupçon")  # what the rows are sorted by can be read
    expect(index).to_have_attribute("aria-sort", "descending")
    expect(agent.locator("td").nth(0)).to_have_text(re.compile(r"^\d+,\d\s*(ordinaire|à regarder|à vérifier)$"))
    told = page.get_by_text(re.compile(r"dès 10\s:\sà regarder"))
    expect(told).to_be_hidden()  # the rows come first, how they are read is for who asks
    page.get_by_text("Comment lire ces chiffres").click()
    expect(told).to_be_visible()
    no_serious_fault(page)
    shared = page.locator(".carreau").filter(has_text="Positions identiques")
    expect(shared).to_contain_text(re.compile(r"\d sur \d+ · à regarder dès 5\s%"))
    expect(page.get_by_text("le trait d'une barre")).to_be_visible()
    expect(agent).to_contain_text("pas encore notés")
    expect(agent).to_contain_text(re.compile(r"À regarder\s: sans GPS, entretiens trop"))  # no sum of unlike shares
    expect(page.get_by_text("Barre pleine : 20 %")).to_be_visible()
    region = page.locator("thead th").filter(has_text="Sans GPS")
    expect(region).to_have_attribute("aria-sort", "none")
    region.get_by_role("button").click()
    expect(region).to_have_attribute("aria-sort", "descending")
    expect(index).to_have_attribute("aria-sort", "none")
    expect(page.locator(".suspects tbody tr").first).to_contain_text("Bacar Mané")
    region.get_by_role("button").click()
    expect(page.locator(".suspects tbody tr").last).to_contain_text("Bacar Mané")
    leads_to_its_households(page)
    types_dates_in_the_order_of_the_page(page)
    expect(page.get_by_text("Aucun ménage ne correspond")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Effacer les filtres").first.click()
    page.get_by_role("button", name="Régions").click()
    expect(page).to_have_url(re.compile("onglet=regions"))
    page.get_by_role("button", name="Sur la carte").first.click()
    expect(page.locator("#filtre-region")).to_have_value(str(suspects.country.west.id), timeout=WAIT)
    expect(page.locator(".bande tbody tr")).to_have_count(6, timeout=WAIT)


@pytest.mark.modules
@pytest.mark.slow
def test_ages_that_do_not_heap_have_no_bar(visit, suspects):
    page = visit.sign_in(suspects.cast.admin, "#vue=qualite")
    found = page.evaluate(
        """async () => {
          const { render, html } = await import("/static/console/preact.js");
          const { Whipple } = await import("/static/console/pages/suspicions.js");
          return [82, 100, 125, 150, 300].map((index) => {
            const host = document.createElement("div");
            render(html`<${Whipple} group=${{ indiceWhipple: index, agesRonds: 10, agesConnus: 50 }} />`, host);
            return [host.querySelector(".part i").style.width, host.querySelector("b").textContent];
          });
        }"""
    )
    assert [width for width, _ in found] == ["0%", "0%", "25%", "50%", "100%"]
    assert [re.sub(r"\s", " ", text) for _, text in found] == ["−18 %", "0 %", "+25 %", "+50 %", "+200 %"]
    expect(page.locator(".suspects tbody tr").first).to_contain_text("Trop peu d'âges", timeout=WAIT)
    suspect = page.evaluate(
        """async () => {
          const { listSuspect } = await import("/static/console/pages/suspicions.js");
          const taux = { sansGps: 6 };
          return [[163, 2444], [163, 10], [124, 2444]].map(
            ([indiceWhipple, agesConnus]) => listSuspect({ taux, indiceWhipple, agesConnus }));
        }"""
    )
    assert suspect == [["sans GPS", "âges arrondis"], ["sans GPS"], ["sans GPS"]]


@pytest.mark.slow
def test_on_a_phone_and_who_may_not(visitor, suspects):
    phone = visitor(390, 844)
    page = phone.sign_in(suspects.cast.admin, "#vue=qualite")
    expect(page.locator(".suspects tbody tr").first).to_contain_text("Bacar Mané", timeout=WAIT)
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    reader = visitor().sign_in(suspects.cast.reader_west)
    expect(reader.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    reader.locator("#groupe-registre").click()
    expect(reader.get_by_role("button", name="Doublons")).to_be_visible()
    expect(reader.get_by_role("button", name="Qualité")).to_have_count(0)
