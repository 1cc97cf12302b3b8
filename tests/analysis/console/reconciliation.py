"""A session of reconciliation in the console: what stands in it, and what a person does with it."""

from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from config.postgis.base import get_connection
from registry.projects.models import Project
from tests.analysis.console.conftest import WAIT
from tests.money.conftest import World
from tests.operators import restore_operators
from tests.transfers.reconciliation.desk import Desk
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession

PEOPLE = 8


@pytest.fixture
def desk(registry, api):
    """A cycle of eight payments that were given to an operator, without an answer yet."""
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
    return Desk(world, api, people=PEOPLE)


@pytest.fixture
def work(desk, registry):
    """A matched session: two pairs, two partial amounts, a double, an unknown line, and four payments without a line.

    The unknown line is near to one payment: its telephone is that of the payment, and its amount too small by far.
    """
    lines = [desk.line(0), desk.line(1), desk.line(2, 9_000), desk.line(3, 8_000), desk.line(0, day="2025-02-11")]
    path = desk.match(*lines, "X-1,+245966000001,15000,2025-02-10")
    session = ReconciliationSession.objects.get()
    return SimpleNamespace(desk=desk, path=path, session=session, cast=registry.cast)


def open_session(visit, work, user=None, more=""):
    """Open the working page, and wait for its entries."""
    page = visit.sign_in(user or work.cast.admin, f"#vue=rapprochement&element={work.session.id}{more}")
    expect(page.locator(".entrees li").first).to_be_visible(timeout=WAIT)
    return page


def chosen(page):
    return page.locator(".entrees [data-choisie=true]")


def find_id(row):
    """The id of the entry that a row shows."""
    return row.locator("button").get_attribute("id").removeprefix("entree-")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def figure(page, place):
    """The number of one of the tiles: what is to be decided is the first, what is in error the second."""
    return page.locator(".totaux strong").nth(place)


def settled(page):
    """Wait until all decisions are sent: only then can the session be moved."""
    expect(page.get_by_role("group", name="Actions").get_by_role("button").first).to_be_enabled(timeout=WAIT)


def entry(work, **filters):
    return ReconciliationEntry.objects.get(session=work.session, **filters)
