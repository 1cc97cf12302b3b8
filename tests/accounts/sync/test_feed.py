"""A client that follows the feeds has what its user sees, whatever commits late, is deleted, or leaves his regions."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from accounts.sync.services import announce_changes, delete_old_changes
from accounts.sync.types import Cursor
from accounts.webhooks.models import WebhookEndpoint, WebhookEvent
from config.ids import uuid7
from geo.areas.models import Commune, Sector
from registry.households.models import HeadOfHousehold, Household, Member
from registry.projects.models import Project
from tests.conftest import Api, make_country, make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

pytestmark = pytest.mark.django_db(transaction=True)


class Client:
    """A copy of one kind of rows, kept by following its feed."""

    def __init__(self, caller: Api, kind: str, limit: int = 500) -> None:
        self.caller, self.path, self.limit = caller, f"/api/sync/{kind}", limit
        self.rows: dict[str, Any] = {}
        self.cursor: str | None = None
        self.told = 0

    def ask(self) -> dict[str, Any]:
        answer = self.caller.get(self.path, {"limit": self.limit} | ({"curseur": self.cursor} if self.cursor else {}))
        assert answer.status_code == 200, answer.content
        return answer.json()

    def sync(self) -> set[str]:
        """Read until nothing is left; return the ids that the copy has."""
        self.told, goes_on = 0, True
        while goes_on:
            page = self.ask()
            assert len(page["data"]) + len(page["supprimes"]) <= self.limit
            self.rows |= {row["id"]: row for row in page["data"]}
            for gone in page["supprimes"]:
                self.rows.pop(gone, None)
            self.told += len(page["data"]) + len(page["supprimes"])
            self.cursor, goes_on = page["curseur"], page["suite"]
        return set(self.rows)


def texts(*rows: Any) -> set[str]:
    return {str(row.id) for row in rows}


def make_household(sector: Sector, code: str) -> Household:
    return Household.objects.create(code_menage=code, taille_menage=3, region=sector.region, secteur=sector)


def connect_params(**others: Any) -> dict[str, Any]:
    params = {**connection.get_connection_params(), "cursor_factory": psycopg.Cursor, **others}
    params.pop("context", None)
    return params


@pytest.fixture
def other() -> Iterator[psycopg.Connection]:
    """A second connection to the database, which commits when it likes."""
    with psycopg.connect(**connect_params()) as session:
        yield session


@pytest.fixture
def world(transactional_db: None) -> SimpleNamespace:
    country = make_country()
    first, second = make_household(country.north, "A"), make_household(country.north, "B")
    far = make_household(country.cosse, "C")
    return SimpleNamespace(
        country=country,
        first=first,
        second=second,
        far=far,
        admin=Api(make_user("ROLE_ADMIN")),
        west=Api(make_user("ROLE_SUPERVISEUR", country.west)),
        east=Api(make_user("ROLE_SUPERVISEUR", country.east)),
    )


def test_no_change_is_lost_that_commits_late(world: Any, other: psycopg.Connection) -> None:
    client = Client(world.admin, "menages")
    assert client.sync() == texts(world.first, world.second, world.far)
    # The other transaction writes first and commits last: its line has the lower number and the older transaction.
    other.execute("UPDATE registry_menage SET taille_menage = 7 WHERE id = %s", [world.first.id])
    Household.objects.filter(id=world.second.id).update(taille_menage=8)
    client.sync()
    assert client.rows[str(world.first.id)]["tailleMenage"] == 3
    other.commit()
    Household.objects.filter(id=world.far.id).update(taille_menage=9)
    client.sync()
    assert [client.rows[str(row.id)]["tailleMenage"] for row in (world.first, world.second, world.far)] == [7, 8, 9]
    # A transaction of another database holds nobody up.
    with psycopg.connect(**connect_params(dbname="postgres")) as stranger:
        stranger.execute("SELECT pg_current_xact_id()")
        Household.objects.filter(id=world.far.id).update(taille_menage=6)
        client.sync()
        assert client.rows[str(world.far.id)]["tailleMenage"] == 6
    # The same while the copy is first filled: a row with a lower id than those already read.
    fresh = Client(world.admin, "menages", limit=1)
    early = UUID(int=1)
    other.execute(
        "INSERT INTO registry_menage (id, code_menage, taille_menage, region_id, secteur_id, created_at, updated_at)"
        " VALUES (%s, 'Z', 1, %s, %s, now(), now())",
        [early, world.country.west.id, world.country.north.id],
    )
    fresh.cursor = fresh.ask()["curseur"]
    other.commit()
    assert str(early) in fresh.sync()
    # What was rolled back is told as little as what did not change.
    client.sync()
    other.execute("UPDATE registry_menage SET taille_menage = 2")
    other.rollback()
    client.sync()
    assert client.told == 0


def test_what_leaves_the_scope_is_gone(world: Any) -> None:
    country, moved = world.country, world.first
    member = Member.objects.create(menage=moved, nom_complet="Nhima Cá", lien_parente="fille")
    programme = Programme.objects.create(
        code="P", nom="P", projet=Project.objects.create(code="P", nom="P"), date_debut="2025-01-01"
    )
    place = Beneficiary.objects.create(menage=moved, programme=programme, code="P-1", nom_complet="Nhima Cá")
    commune = Commune.objects.create(nom="Nhacra", code="OI02C1", secteur=country.south)
    kinds = ("menages", "membres", "beneficiaires", "communes", "localites")
    west = {kind: Client(world.west, kind) for kind in kinds}
    east = {kind: Client(world.east, kind, limit=1) for kind in kinds}
    for client in (*west.values(), *east.values()):
        client.sync()
    assert west["menages"].rows.keys() == texts(moved, world.second)
    assert (west["membres"].rows.keys(), west["beneficiaires"].rows.keys()) == (texts(member), texts(place))
    assert (east["menages"].rows.keys(), east["membres"].rows.keys()) == (texts(world.far), set())
    assert west["membres"].rows[str(member.id)]["menageId"] == str(moved.id)

    Household.objects.filter(id=moved.id).update(region=country.east, secteur=country.cosse)
    for side, rows in ((west, (set(), set())), (east, (texts(member), texts(place)))):
        assert (side["membres"].sync(), side["beneficiaires"].sync()) == rows
    assert (west["menages"].sync(), east["menages"].sync()) == (texts(world.second), texts(moved, world.far))

    Sector.objects.filter(id=country.south.id).update(region=country.east)
    assert (west["communes"].sync(), east["communes"].sync()) == (texts(country.commune), texts(commune))
    assert west["localites"].sync() == texts(country.cutia)
    assert east["localites"].sync() == texts(country.galomaro, country.tande)

    place.delete()
    moved.delete()
    for kind in ("menages", "membres", "beneficiaires"):
        east[kind].sync()
    assert (east["menages"].rows.keys(), east["membres"].rows.keys()) == (texts(world.far), set())
    assert east["beneficiaires"].rows == {}
    # Nobody is told of what never was in his regions.
    west["menages"].sync()
    world.far.delete()
    west["menages"].sync()
    assert west["menages"].told == 0


def test_many_changes_come_in_pages_of_any_size(world: Any) -> None:
    client = Client(world.admin, "menages", limit=7)
    client.sync()
    region, sector = world.country.west.id, world.country.north.id
    Household.objects.bulk_create(
        Household(id=uuid7(), code_menage=f"M{n}", taille_menage=1, region_id=region, secteur_id=sector)
        for n in range(230)
    )
    HeadOfHousehold.objects.create(menage=world.far, nom_complet="Umaro Baldé")
    assert (len(client.sync()), client.told) == (233, 231)
    assert client.rows[str(world.far.id)]["chefMenage"]["nomComplet"] == "Umaro Baldé"
    for _ in range(3):
        Household.objects.filter(code_menage__startswith="M1").update(taille_menage=2)
    client.limit = 1000
    client.sync()
    # A page tells each row once, however often it changed.
    assert client.told == Household.objects.filter(code_menage__startswith="M1").count()
    assert client.sync() and client.told == 0


def test_a_cursor_ends_with_its_database_and_its_scope(world: Any, settings: Any) -> None:
    client = Client(world.west, "menages")
    client.sync()

    def ask(cursor: str, kind: str = "menages", caller: Api = world.west) -> tuple[int, str]:
        answer = caller.get(f"/api/sync/{kind}", {"curseur": cursor})
        return answer.status_code, answer.json().get("code", "")

    assert client.cursor is not None
    own = Cursor.decode(client.cursor)
    assert own is not None
    assert ask(client.cursor) == (200, "")
    assert ask(client.cursor, "membres") == (400, "VALIDATION_ERROR")
    assert ask(client.cursor[:-1]) == (400, "VALIDATION_ERROR")
    assert ask(client.cursor, caller=world.east) == (410, "CURSOR_EXPIRED")
    elsewhere = Cursor(own.nature, own.scope, "another", own.transaction)
    assert ask(elsewhere.encode()) == (410, "CURSOR_EXPIRED")

    # What runs in another database, from before, keeps nothing here.
    with psycopg.connect(**connect_params(dbname="postgres")) as stranger, connection.cursor() as cursor:
        stranger.execute("SELECT pg_current_xact_id()")
        client.sync()
        cursor.execute("UPDATE accounts_sync_mark SET jour = jour - 61")
        world.first.save()
        cursor.execute("SELECT count(*) FROM accounts_sync_change")
        before = cursor.fetchone()[0]
        delete_old_changes()
        assert ask(client.cursor) == (200, "")
        cursor.execute("UPDATE accounts_sync_mark SET jour = jour - 60 WHERE jour >= current_date - 1")
        delete_old_changes()
        assert ask(client.cursor) == (410, "CURSOR_EXPIRED")
        client.cursor = None
        client.sync()
        delete_old_changes()
        cursor.execute("SELECT count(*) FROM accounts_sync_change")
        assert cursor.fetchone()[0] < before
        cursor.execute("DELETE FROM accounts_sync_mark")
        cursor.execute("INSERT INTO accounts_sync_mark VALUES (current_date, '0')")
    assert ask(client.cursor) == (200, "")


def test_webhooks_are_told_which_kinds_changed(world: Any) -> None:
    announce_changes()
    WebhookEndpoint.objects.create(url="https://example.org/", events=["donnees.modifiees"], key=uuid7())
    Household.objects.filter(region=world.country.west).update(taille_menage=4)
    announce_changes()
    told = WebhookEvent.objects.values_list("type", "data")
    assert list(told) == [("donnees.modifiees", {"nature": "menages", "nombre": 2})]
    assert announce_changes() == 0
    reader = Api(make_user("ROLE_USER", world.country.west))
    assert [reader.get(f"/api/sync/{kind}").status_code for kind in ("menages", "paiements", "regions")] == [
        403,
        403,
        200,
    ]
