"""Areas by a figure, with classes, files and a page to print; a package for a tablet is ordered and downloaded."""

import os
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from tests.analysis.console.conftest import WAIT, no_serious_fault

pytestmark = pytest.mark.browser


def test_areas_by_a_figure_and_a_package(visit, registry):
    page = visit.sign_in(registry.cast.admin, "#carte=8/12.5/-15")
    page.get_by_role("button", name="Thèmes").click(timeout=WAIT)
    strip = page.locator(".bande")
    mansoa = strip.locator("tr").filter(has_text="Mansoa")
    expect(mansoa).to_contain_text(re.compile(r"(50|67)\s%"), timeout=WAIT)
    page.select_option("#couverture-theme", "score")
    page.select_option("#couverture-classes", "naturelles")
    expect(mansoa).to_contain_text("46,6")
    expect(page.locator(".legende-parts span")).to_have_count(1)
    page.select_option("#couverture-theme", "menages")
    expect(page.locator(".legende-parts span")).to_have_count(2)
    assert "bande=themes" in page.url and "theme=menages" in page.url
    page.wait_for_selector(".toile:not(.cachee) canvas")
    page.wait_for_load_state("networkidle")
    page.mouse.move(640, 200)
    page.mouse.move(645, 205)
    files = {}
    for kind in ("PNG", "PDF", "CSV"):
        with page.expect_download() as data:
            strip.get_by_role("button", name=kind).click()
        assert data.value.suggested_filename == f"carte-menages-secteur.{kind.lower()}"
        files[kind] = Path(data.value.path()).read_bytes()
    expect(strip.locator("caption")).to_have_text("Nombre de ménages, par secteur")
    assert files["PNG"].startswith(b"\x89PNG")
    assert files["PDF"].startswith(b"%PDF-1.4") and files["PDF"].rstrip().endswith(b"%%EOF")
    assert '"Mansoa";"6";"6"' in files["CSV"].decode("utf-8-sig")
    no_serious_fault(page)
    if shots := os.environ.get("TABANCA_SHOTS"):
        page.screenshot(path=f"{shots}/themes.png")
        (Path(shots) / "page.pdf").write_bytes(files["PDF"])
    page.select_option("#couverture-theme", "grappes")
    expect(mansoa).to_contain_text("sans voisin", timeout=WAIT)  # the only secteur with households

    page.click("#paquet")
    page.get_by_label("Région").last.select_option(label="Oio")
    page.get_by_role("button", name="Préparer le paquet").click()
    expect(page.locator(".paquet .avancement")).to_be_visible(timeout=WAIT)
    with page.expect_download(timeout=60_000) as data:
        execute_job(Job.objects.get(type="paquet").id)
    assert re.fullmatch(r"tabanca-oio-\d{4}-\d\d-\d\d\.zip", data.value.suggested_filename)
    assert "tabanca.mbtiles" in zipfile.ZipFile(data.value.path()).namelist()
    expect(page.locator(".paquet .dit")).to_contain_text("Téléchargé")
