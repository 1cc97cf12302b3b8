"""The map of the administration in a real browser: offline, within the page's policy, and it sets the numbers."""

import os
from pathlib import Path

import pytest
from django.contrib.gis.geos import Point
from playwright.sync_api import expect

from geo.facilities.models import School
from tests.analysis.console.conftest import Visit
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DRAWN = ".carte[data-pret]"
SLOW = 20_000  # milliseconds; maps are drawn in software


@pytest.fixture
def page(chromium, live_server, country, cast):
    """An administrator's browser; fails on any error of the page, any refused answer, any other host."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900}, locale="fr-FR")
    visit = Visit(context.new_page(), live_server.url)
    visit.page.goto(f"{live_server.url}/admin/")
    visit.page.fill("[name=email]", cast.admin.email)
    visit.page.fill("[name=password]", PASSWORD)
    visit.page.click("[type=submit]")
    yield visit.page
    context.close()
    assert visit.met == []


def read_degrees(page, name):
    """A coordinate of the form, which French writes with a comma."""
    text = page.input_value(f"[name={name}]")
    assert "." not in text
    return float(text.replace(",", "."))


def picture(page, name):
    """Kept for the eye when a folder is named."""
    if folder := os.environ.get("TABANCA_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.slow
def test_a_click_and_a_drag_set_the_point(page, live_server, country):
    school = School.objects.create(nom="EBU Cutia", region=country.west, geom=Point(-15.5, 12.75, srid=4326))
    page.goto(f"{live_server.url}/admin/geo/school/{school.id}/change/")
    page.wait_for_selector(DRAWN, timeout=SLOW)
    picture(page, "point")
    page.locator(".carte").scroll_into_view_if_needed()
    box = page.locator(".carte canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x + 100, y - 60)
    expect(page.locator("[name=geom_lat]")).not_to_have_value("12,75")
    clicked = read_degrees(page, "geom_lon")
    assert clicked > -15.5 and read_degrees(page, "geom_lat") > 12.75
    mark = page.locator(".maplibregl-marker").bounding_box()
    page.mouse.move(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=5)
    page.mouse.up()
    expect(page.locator("[name=geom_lon]")).not_to_have_value(str(clicked).replace(".", ","))
    dragged = read_degrees(page, "geom_lon"), read_degrees(page, "geom_lat")
    assert dragged[0] < -15.5
    page.click("[name=_continue]")
    page.wait_for_selector(DRAWN, timeout=SLOW)
    saved = School.objects.get(id=school.id).geom
    assert (round(saved.x, 7), round(saved.y, 7)) == dragged


def test_a_typed_point_moves_the_mark_and_choices_are_searched(page, live_server, country):
    page.goto(f"{live_server.url}/admin/geo/waterpoint/add/")
    page.wait_for_selector(DRAWN, timeout=SLOW)
    assert page.locator(".maplibregl-marker").count() == 0
    page.fill("[name=nom]", "Furo 9")
    page.fill("[name=geom_lat]", "12,4")
    page.fill("[name=geom_lon]", "-15.2")
    page.locator("[name=geom_lon]").blur()
    expect(page.locator(".maplibregl-marker")).to_have_count(1)
    page.click(".field-region .select2-selection")
    page.fill(".select2-search__field", "oio")
    page.click(".select2-results__option:has-text('Oio')")
    picture(page, "ajout")
    page.click("[name=_save]")
    expect(page.locator(".messagelist .success")).to_be_visible()


@pytest.mark.slow
def test_a_boundary_is_drawn(page, live_server, country):
    page.goto(f"{live_server.url}/admin/geo/sector/{country.north.id}/change/")
    page.wait_for_selector(DRAWN, timeout=SLOW)
    picture(page, "limite")
    assert page.locator("[name=geom_lat]").count() == 0
    page.goto(f"{live_server.url}/admin/geo/sector/")
    picture(page, "liste")
    page.fill("#searchbar", "mansôa")
    page.click("#changelist-search [type=submit]")
    expect(page.locator("#result_list tbody tr")).to_have_count(1)
