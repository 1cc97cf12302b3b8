"""The cast and the country of most tests."""

import gc
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import MultiPolygon, Point, Polygon
from django.db import connection
from django.test import Client
from psycopg.pq import TransactionStatus

from accounts.roles.models import Role
from accounts.roles.rules import SYSTEM_ROLES
from accounts.tokens.services import open_session
from accounts.users.models import User
from config.database_limits import DatabaseLimits, set_limits
from config.ids import uuid7
from geo.areas.models import Commune, Locality, Region, Sector
from tests.browser import chromium
from tests.cases import pytest_collection_modifyitems
from tests.emptying import few_rows_deleted
from tests.once import (
    console_of_modules,
    kept_db,
    locks_end_with_the_transaction_of_a_request,
    no_heartbeat_in_a_transaction,
    static_files_once,
)
from tests.readers.fixtures import warm_readers
from tests.template import django_db_modify_db_settings, pytest_configure

__all__ = [
    "chromium",
    "console_of_modules",
    "django_db_modify_db_settings",
    "few_rows_deleted",
    "kept_db",
    "locks_end_with_the_transaction_of_a_request",
    "no_heartbeat_in_a_transaction",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "static_files_once",
    "warm_readers",
]

PASSWORD = "mancarra-vermelha-2026"


def pytest_collection_finish() -> None:
    """What was imported and collected is never garbage: it is not looked through again and again, the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_unconfigure() -> None:
    """Extensions complain at the end of what was never freed."""
    gc.unfreeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any, few_rows_deleted: None) -> None:
    """Tests with threads or a server empty every table behind them: the database of tests lets them."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE registry_pmt_methode DISABLE TRIGGER pmt_publiee_vider")


@pytest.fixture(autouse=True)
def fast_passwords(settings: Any) -> None:
    """Argon2 is slow on purpose; tests that are about it set it back."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def threads_enough(settings: Any) -> None:
    """A server's last free thread waits for locks only a moment (`config.api.limits`): those of a test have no server."""
    settings.WEB_THREADS = 1_000


@pytest.fixture(autouse=True)
def no_limits_left() -> Iterator[None]:
    """End the limits of a test's requests with it: a server has them on connections that only serve requests.

    Release the locks of its session too: a test that reads no body of an export never ends the turn of it.
    """
    yield
    raw = connection.connection
    if raw is None or raw.closed:
        return
    if getattr(raw, "limits", None):
        raw.limits = DatabaseLimits() if set_limits(DatabaseLimits()) else None
    if raw.info.transaction_status == TransactionStatus.IDLE:
        raw.execute("SELECT pg_advisory_unlock_all()")


def square(west: float, south: float, east: float, north: float) -> MultiPolygon:
    return MultiPolygon(Polygon.from_bbox((west, south, east, north)), srid=4326)


@pytest.fixture
def country(db: Any) -> SimpleNamespace:
    """Two regions side by side at longitude -15; the west one has two secteurs, the east one has one.

    West: -16..-15 x 12..13 (nord above 12.5, sud below); east: -15..-14 x 12..13. Villages at the secteurs' centres.
    """
    return make_country()


def make_country() -> SimpleNamespace:
    """What `country` answers, in a statement a table: most tests begin here."""
    west = Region(nom="Oio", code="OI", population=200_000, geom=square(-16, 12, -15, 13))
    east = Region(nom="Bafatá", code="BA", population=220_000, geom=square(-15, 12, -14, 13))
    north = Sector(nom="Mansoa", code="OI01", region=west, geom=square(-16, 12.5, -15, 13))
    south = Sector(nom="Nhacra", code="OI02", region=west, geom=square(-16, 12, -15, 12.5))
    cosse = Sector(nom="Cossé", code="BA01", region=east, geom=square(-15, 12, -14, 13))
    commune = Commune(nom="Mansoa", code="OI01C1", secteur=north)
    cutia = Locality(
        nom="Cutia", code="OI01001", secteur=north, commune=commune, population=640, geom=Point(-15.5, 12.75, srid=4326)
    )
    tande = Locality(nom="Tandé", code="OI02001", type="quartier", secteur=south, geom=Point(-15.5, 12.25, srid=4326))
    galomaro = Locality(nom="Galomaro", code="BA01001", secteur=cosse, geom=Point(-14.5, 12.5, srid=4326))
    Region.objects.bulk_create([west, east])
    Sector.objects.bulk_create([north, south, cosse])
    commune.save()
    Locality.objects.bulk_create([cutia, tande, galomaro])
    return SimpleNamespace(
        west=west,
        east=east,
        north=north,
        south=south,
        cosse=cosse,
        commune=commune,
        cutia=cutia,
        tande=tande,
        galomaro=galomaro,
    )


def system_role(code: str) -> Role:
    """A system role. The migration's are gone after a test that truncates: it is made again."""
    nom, permissions = SYSTEM_ROLES[code]
    return Role.objects.get_or_create(
        code=code, defaults={"nom": nom, "is_system": True, "permissions": sorted(permissions)}
    )[0]


def make_user(role: str, *regions: Region, **fields: Any) -> User:
    """A user with a system role and linked regions."""
    return make_users((role, regions, fields))[0]


def make_users(*people: tuple[str, Sequence[Region], dict[str, Any]]) -> list[User]:
    """Users with a system role, linked regions and other fields each: in a statement a table, however many."""
    roles = Role.objects.in_bulk({role for role, _, _ in people}, field_name="code")
    users = []
    for role, _, fields in people:
        user = User(email=f"{uuid7()}@tabanca.example", role=roles.get(role) or system_role(role), **fields)
        user.set_password(PASSWORD)
        users.append(user)
    User.objects.bulk_create(users)
    linked = [(user, region) for user, (_, regions, _) in zip(users, people, strict=True) for region in regions]
    if linked:
        link = Region.users.through
        link.objects.bulk_create([link(user=user, region=region) for user, region in linked])
    return users


@pytest.fixture
def cast(country: SimpleNamespace) -> SimpleNamespace:
    """admin sees all; agent_west and supervisor_west the west; agent_east the east; stranger has no region."""
    west, east = [country.west], [country.east]
    people: dict[str, tuple[str, Sequence[Region], dict[str, Any]]] = {
        "admin": ("ROLE_ADMIN", [], {"nom": "Gomes", "prenom": "Ana"}),
        "agent_west": ("ROLE_AGENT", west, {"nom": "Mané", "prenom": "Bacar"}),
        "supervisor_west": ("ROLE_SUPERVISEUR", west, {"nom": "Sané", "prenom": "Fatu"}),
        "agent_east": ("ROLE_AGENT", east, {"nom": "Baldé", "prenom": "Umaro"}),
        "reader_west": ("ROLE_USER", west, {"nom": "Cá", "prenom": "Nhima"}),
        "stranger": ("ROLE_USER", [], {"nom": "Silva", "prenom": "Rui"}),
        "vbg": ("ROLE_VBG", west, {"nom": "Lopes", "prenom": "Inês"}),
    }
    return SimpleNamespace(**dict(zip(people, make_users(*people.values()), strict=True)))


class Api:
    """A caller: JSON in, JSON out, signed in as one user (or nobody)."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        self.token = open_session(user=user).access_token if user else None

    def _call(self, method: str, path: str, data: Any = None, **extra: Any) -> Any:
        headers = extra.pop("headers", {})
        if self.token:
            headers = {"Authorization": f"Bearer {self.token}", **headers}
        if method in ("get", "head"):
            return getattr(self.client, method)(path, data, headers=headers, **extra)
        extra.setdefault("content_type", "application/json")
        return getattr(self.client, method)(path, {} if data is None else data, headers=headers, **extra)

    def get(self, path: str, data: Any = None, **extra: Any) -> Any:
        return self._call("get", path, data, **extra)

    def post(self, path: str, data: Any = None, **extra: Any) -> Any:
        return self._call("post", path, data, **extra)

    def put(self, path: str, data: Any = None, **extra: Any) -> Any:
        return self._call("put", path, data, **extra)

    def patch(self, path: str, data: Any = None, **extra: Any) -> Any:
        return self._call("patch", path, data, **extra)

    def delete(self, path: str, data: Any = None, **extra: Any) -> Any:
        return self._call("delete", path, data, **extra)

    def upload(self, path: str, fields: dict[str, Any], **extra: Any) -> Any:
        """multipart/form-data; files are file-like objects with a name."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.post(path, fields, headers=headers | extra.pop("headers", {}), **extra)


@pytest.fixture
def api() -> type[Api]:
    """`api(user)` is a caller signed in as `user`; `api()` is nobody."""
    return Api
