"""The console as one bundle: what its page loads, how long browsers keep it, and that it opens without a connection."""

import json
import re
import shutil
import subprocess

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.analysis.console.conftest import WAIT
from tests.conftest import PASSWORD

A_YEAR = 31_536_000


@pytest.fixture
def packed(settings):
    if not (settings.CONSOLE_PACK / "pack.json").exists():
        pytest.skip("the console is not bundled on this machine")
    settings.CONSOLE_PACKED = True


def list_kept() -> dict:
    text = Client().get("/service-worker.js").content.decode()
    return json.loads(re.match(r"globalThis\.PACK = (.+);\n", text)[1])


def test_few_files_are_loaded_at_once_and_kept_for_a_year(packed):
    page = Client().get("/").content.decode()
    loaded = re.findall(r'(?:src|href)="(/static/console/pack/[^"]+)"', page)
    assert 2 <= len(loaded) <= 4
    assert "/static/vendor/" not in page
    for path in loaded:
        answer = Client().get(path, headers={"accept-encoding": "gzip, br"})
        assert answer.status_code == 200
        assert int(re.search(r"max-age=(\d+)", answer["Cache-Control"])[1]) >= A_YEAR
        assert "immutable" in answer["Cache-Control"]
        assert answer["Content-Encoding"] == "br"
    # The library of the map and its worker are one file, which is loaded later.
    (library,) = [name for name in list_kept()["files"] if "/map-library-" in name]
    assert library not in loaded
    size = len(Client().get(library, headers={"accept-encoding": "br"}).getvalue())
    assert size < 300_000, f"{size} bytes of the map are sent"


def test_whatever_the_worker_keeps_is_there(packed):
    kept = list_kept()
    assert len(kept["files"]) > 20
    for path in kept["files"]:
        assert Client().get(path).status_code == 200, path
    assert Client().get("/service-worker.js")["Cache-Control"] == "no-cache"


def test_without_a_bundle_the_worker_removes_itself(settings):
    settings.CONSOLE_PACKED = False
    assert list_kept() is None
    page = Client().get("/").content.decode()
    assert "service-worker" not in page
    assert "/static/console/main.js" in page


@pytest.mark.slow
def test_the_bundle_is_the_same_again(settings, tmp_path):
    """Names tell what files hold: bundled once more, the console changes none."""
    index = settings.CONSOLE_PACK / "pack.json"
    if not index.exists() or not (npm := shutil.which("npm")):
        pytest.skip("the console is not bundled on this machine")
    for name in ("package.json", "config/devtools/build-console.mjs"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(settings.BASE_DIR / name, tmp_path / name)
    shutil.copytree(settings.BASE_DIR / "analysis/console/static", tmp_path / "analysis/console/static")
    (tmp_path / "node_modules").mkdir()
    for package in (settings.BASE_DIR / "node_modules").iterdir():
        if package.name != ".console":
            (tmp_path / "node_modules" / package.name).symlink_to(package)
    subprocess.run([npm, "run", "build"], cwd=tmp_path, check=True, capture_output=True)
    assert json.loads((tmp_path / "node_modules/.console/pack.json").read_text()) == json.loads(index.read_text())


def check_what_is_ready(page):
    """Check that the menu says what opens without a connection, and that the dashboard does not."""
    ready = page.locator(".ligne-prete")
    expect(ready).to_contain_text("Saisie prête hors ligne.", timeout=WAIT)
    ready.locator("summary").click()
    expect(ready.locator("p").last).to_contain_text("Jamais gardés sur un appareil")
    ready.locator("summary").click()
    expect(ready.locator("strong")).to_have_count(0)
    page.evaluate("location.hash = 'vue=tableau'")
    expect(ready.locator("strong")).to_have_text("Cette page, elle, demande le réseau.")
    expect(page.locator(".carreau strong").first).to_be_visible(timeout=WAIT)
    page.evaluate("location.hash = ''")
    expect(ready.locator("strong")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.slow
def test_it_opens_without_a_connection(packed, visitor, registry):
    visit = visitor(worker=True)
    page = visit.sign_in(registry.cast.admin)
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(page.locator(".maplibregl-canvas")).to_be_visible(timeout=WAIT)
    assert page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.scriptURL)").endswith(
        "service-worker.js"
    )
    page.wait_for_function("() => caches.keys().then((names) => names.length === 1)")
    # Nothing is kept before the first map stands, whose worker is in the file of its library.
    assert page.evaluate("performance.getEntriesByName('carte').length") == 1
    asked = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /map-?l/.test(name))"
    )
    assert len({*asked}) == 1 and "/map-library-" in asked[0], asked
    # Kept: files of the console, and nothing that the API answered.
    kept = page.evaluate(
        "() => caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map((one) => one.url))"
    )
    assert [url for url in kept if not re.search(r"/static/console/(pack|icons)/|:\d+/$", url)] == []

    check_what_is_ready(page)
    visit.warned = ("Failed to load resource", "net::")
    page.wait_for_timeout(500)  # what was seen is written beside the page's own work
    page.context.set_offline(True)
    page.reload()
    # Who was signed in goes on: what they saw is sealed on the device, and the session gave its key.
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)
    expect(page.locator(".avis")).to_contain_text("Hors ligne")
    # No legend of points that are not drawn, and the count says from when it is.
    expect(page.locator(".legende-carte")).to_have_count(0)
    expect(page.locator(".bilan .vu")).to_contain_text("tel que vu")
    page.context.set_offline(False)
    expect(page.locator(".avis")).to_be_hidden(timeout=WAIT)

    # Without a session nobody is: the key is not on the device.
    page.evaluate("onpagehide = () => sessionStorage.clear()")
    page.context.set_offline(True)
    page.goto("about:blank")
    page.goto(visit.base)
    expect(page.locator("[name=email]")).to_be_visible(timeout=WAIT)
    assert page.locator(".bilan").count() == 0
    page.context.set_offline(False)
    page.fill("[name=email]", registry.cast.admin.email)
    page.fill("[name=motdepasse]", PASSWORD)
    page.click("dialog [type=submit]")
    expect(page.locator(".bilan strong")).to_have_text("6", timeout=WAIT)


@pytest.mark.browser
@pytest.mark.slow
def test_the_guide_opens_without_a_connection(packed, visitor, registry):
    visit = visitor(worker=True)
    page = visit.sign_in(registry.cast.admin)
    page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.postMessage({guide: 'fr'}))")
    page.evaluate(
        """async () => {
          const isKept = () => caches.match('/aide?langue=fr', {ignoreVary: true});
          for (let tries = 0; tries < 300 && !(await isKept()); tries += 1) {
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }"""
    )
    kept = page.evaluate("caches.open('tabanca-aide').then((one) => one.keys()).then((all) => all.map(({url}) => url))")
    assert any("/aide/images/" in url for url in kept)
    assert not any("langue=pt" in url or "dictionnaire" in url for url in kept)
    visit.warned = ("Failed to load resource", "net::")
    page.context.set_offline(True)
    guide = page.context.new_page()
    guide.goto(f"{visit.base}/aide?langue=fr")
    expect(guide.locator("article h1")).to_be_visible(timeout=WAIT)
    guide.goto(f"{visit.base}/aide/tablette?langue=en")  # as it is kept, in another language
    expect(guide.locator("article h1")).to_contain_text("tablette")
    page.context.set_offline(False)


@pytest.mark.browser
@pytest.mark.slow
def test_a_new_version_is_offered_and_what_is_written_stays(packed, visitor, registry):
    visit = visitor(worker=True)
    page = visit.sign_in(registry.cast.admin, "#vue=menage&element=nouveau")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=30_000)
    offer = page.locator("#nouvelle-version")
    expect(offer).to_have_count(0)  # the first one of a device is no new version
    page.fill("[name='chefMenage.nomComplet']", "Djenabu Sané", timeout=WAIT)
    page.wait_for_timeout(800)  # sealed once no key was pressed for a moment
    page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
    offer.get_by_role("button", name="Recharger").click(timeout=WAIT)
    expect(page.locator(".brouillon")).to_contain_text("Djenabu Sané", timeout=WAIT)
    expect(offer).to_have_count(0)
