"""A small registry, a running server and a real browser.

Every test also fails when the page logs an error, asks another host, or gets an answer of 400 and above that the
test does not name in `visit.refusals`.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.contrib.gis.geos import Point
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from config.postgis.base import get_connection
from geo.facilities.models import HealthService, School, WaterPoint
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Project
from tests.conftest import PASSWORD
from tests.money.conftest import World
from tests.operators import restore_operators
from tests.threads import wait_for_quiet
from transfers.cycles.models import Cycle
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator

WAIT = 10_000  # milliseconds
# How many colours a canvas holds.
PAINTED = """(canvas) => new Set(new Uint32Array(
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size"""


@pytest.fixture
def registry(country: SimpleNamespace, cast: SimpleNamespace) -> SimpleNamespace:
    """Six households around Cutia, of which one lies far from the water point; a school and a health service."""
    cache.clear()
    plan = [
        ("OI-000001", "Fatumata Djaló", 12.3, "extreme_pauvre", -15.5, 12.76),
        ("OI-000002", "Mamadú Baldé", 34.5, "pauvre", -15.503, 12.752),
        ("OI-000003", "Binta Sané", 41.0, "pauvre", -15.497, 12.748),
        ("OI-000004", "Aliu Camará", 63.0, "vulnerable", -15.504, 12.747),
        ("OI-000005", "Nhima Cá", 82.0, "non_pauvre", -15.496, 12.753),
        ("OI-000006", "Iaia Seidi", None, None, -15.6, 12.9),
    ]
    households = [
        Household.objects.create(
            code_menage=code,
            score_pmt=score,
            categorie_pauvrete=category,
            eligible_programme=(score or 100) <= 50,
            milieu="rural",
            taille_menage=5,
            nb_enfants_04=2,
            nb_adultes_1564=3,
            region=country.west,
            secteur=country.north,
            localite=country.cutia,
            geom=Point(x, y, srid=4326),
        )
        for code, _, score, category, x, y in plan
    ]
    for household, (_, name, *_rest) in zip(households, plan, strict=True):
        HeadOfHousehold.objects.create(menage=household, nom_complet=name, sexe="F", age=39)
    place = {"region": country.west, "secteur": country.north}
    School.objects.create(nom="EBU Cutia", geom=Point(-15.51, 12.75, srid=4326), **place)
    HealthService.objects.create(
        nom="Centro de Saúde de Mansoa", type="centre_sante", geom=Point(-15.4, 12.7, srid=4326), **place
    )
    water = WaterPoint.objects.create(nom="Furo 1", geom=Point(-15.5, 12.75, srid=4326), **place)
    return SimpleNamespace(country=country, cast=cast, households=households, water=water)


@pytest.fixture
def paying(registry: SimpleNamespace) -> SimpleNamespace:
    """A programme of eight households with a funded account and fees, and a cycle without a list."""
    restore_operators()
    project = Project.objects.create(code="MON", nom="Filets sociaux")
    account = create_account(
        operator=Operator.objects.get(code="operator_a_money"),
        project=project,
        opening=0,
        values={"numero_compte": "245001", "nom_compte": "Compte principal"},
        user=registry.cast.admin,
    )
    get_connection().forget_locks()
    world = World(project, account, [registry.country.west])
    world.treasurer = registry.cast.admin
    world.enrol(8)
    world.fund(500_000)
    world._find_tranche()
    cycle = Cycle.objects.create(
        code="TM-2025-02",
        nom="Cycle de février",
        programme=world.programme,
        numero_sequence=1,
        date_debut="2025-02-01",
        date_fin="2025-02-28",
        montant_par_beneficiaire=15_000,
        niveaux_requis=1,
    )
    return SimpleNamespace(world=world, cycle=cycle, cast=registry.cast, account=account)


def no_serious_fault(page: Page) -> None:
    """axe-core finds nothing serious or critical in the page as it is now."""
    page.evaluate((Path(django_settings.BASE_DIR) / "node_modules" / "axe-core" / "axe.min.js").read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    serious = [fault for fault in found if fault["impact"] in {"serious", "critical"}]
    assert [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in serious] == []


class Visit:
    """A browser at the console, and what it met."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.refusals: set[int] = set()
        self.warned = ("Failed to load resource",)  # what the browser may say
        self.met: list[str] = []
        self.under_way: set[Any] = set()
        page.set_default_timeout(WAIT)
        page.on("console", self._logged)
        page.on("pageerror", lambda error: self.met.append(f"fault {error}"))
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.on("requestfinished", lambda request: self.under_way.discard(request))
        page.on("requestfailed", lambda request: self.under_way.discard(request))

    def _logged(self, message: Any) -> None:
        # The browser itself logs every refused request: `_answered` judges those.
        if message.type in {"error", "warning"} and not message.text.startswith(self.warned):
            self.met.append(f"{message.type} {message.text}")

    def _asked(self, request: Any) -> None:
        self.under_way.add(request)
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.base).netloc:
            self.met.append(f"other host {request.url}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400 and response.status not in self.refusals:
            self.met.append(f"{response.status} {response.url}")

    def sign_in(self, user: Any, view: str = "", password: str = PASSWORD) -> Page:
        """Opens the console at a view (the part of the address after #) and signs in."""
        self.page.goto(f"{self.base}/{view}")
        self.page.fill("[name=email]", user.email)
        self.page.fill("[name=motdepasse]", password)
        self.page.click("dialog [type=submit]")
        return self.page

    def leave(self) -> None:
        """Closes the page when what it asked for is answered: the server would still read tables that the test empties.
        A page that has just opened asks a moment later. What a test itself holds back is not waited for long."""
        until, quiet = time.monotonic() + 2, 0
        while quiet < 5 and time.monotonic() < until:
            self.page.wait_for_timeout(20)
            quiet = 0 if self.under_way else quiet + 1
        self.page.context.close()

    def card(self) -> Any:
        return self.page.locator(".fiche")

    def opens_card(self, title: str) -> None:
        """A household's card is headed by a name; its code stands below."""
        expect(self.card().locator("header")).to_contain_text(title, timeout=WAIT)


@pytest.fixture
def page_parts(request: pytest.FixtureRequest, settings: Any) -> None:
    """The page is the bundle that users get, which loads in a fifth of the time; a test that looks into the console's
    modules is marked `modules`."""
    is_bundled = (settings.CONSOLE_PACK / "pack.json").exists()
    settings.CONSOLE_PACKED = is_bundled and request.node.get_closest_marker("modules") is None


@pytest.fixture
def visitor(chromium: Browser, live_server: Any, registry: SimpleNamespace, page_parts: None) -> Iterator[Any]:
    """`visitor(width=…, …)` opens a fresh context (options of Playwright's `new_context`), whose page has no service
    worker unless `worker`."""
    visits: list[Visit] = []

    def visit(width: int = 1280, height: int = 800, worker: bool = False, **options: Any) -> Visit:
        # Drawn in software: half as wide and high in pixels, and laid out as ever, these tests take a sixth less time.
        options = {"locale": "fr-FR", "reduced_motion": "reduce", "device_scale_factor": 0.5, **options}
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        if not worker:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        visits.append(Visit(context.new_page(), live_server.url))
        return visits[-1]

    yield visit
    for done in visits:
        done.leave()
    wait_for_quiet()
    assert [item for done in visits for item in done.met] == []


@pytest.fixture
def visit(visitor: Any) -> Visit:
    """A desktop in French."""
    return visitor()


def open_section(page, name: str) -> None:
    """Open a section of the form of a new household: one is open at a time."""
    page.locator(f".etapes-fiche li:has-text('{name}') button").click(timeout=WAIT)
