"""Every write x role, by callers of the west: nothing of the east and nothing of the whole country changes."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model

from accounts.roles.rules import SYSTEM_ROLES
from config.api.permissions import AUTHENTICATED, PUBLIC, get_declared_permission, is_opened
from config.api.reach import BY_ROW, NATIONAL, OWN, REGIONAL, get_declared_reach
from tests.api.routes import ROUTES, Route
from tests.api.test_matrix import CASES, PLACEHOLDER, VIEWS, call, done_of
from tests.conftest import Api, make_users
from tests.walk import PARTS, walk

WRITES = [(path, method) for path, method in CASES if method != "get"]
REACHES = {(path, method): get_declared_reach(VIEWS[path], method.upper()) for path, method in WRITES}
CONCERNED = [
    case
    for case in WRITES
    if REACHES[case] != OWN and get_declared_permission(VIEWS[case[0]], case[1].upper()) != PUBLIC
]


@pytest.fixture(scope="module")
def callers(kept_db: Any, kept_world: SimpleNamespace) -> dict[str, Api]:
    """One caller a role, of the west."""
    with kept_db():
        users = make_users(*((role, [kept_world.west.region], {}) for role in SYSTEM_ROLES))
        return {role: Api(user) for role, user in zip(SYSTEM_ROLES, users, strict=True)}


def rows_of(world: SimpleNamespace) -> Iterator[Model]:
    """What no caller of the west may change: the rows of the east, and those of the whole country."""
    for owner in (world.east, world):
        for row in [*vars(owner).values(), *getattr(owner, "places", {}).values()]:
            if isinstance(row, Model):
                yield row


def store(world: SimpleNamespace) -> dict[type[Model], str | None]:
    """A hash of what is stored of these rows, by their models, in one statement."""
    ids: dict[type[Model], list[str]] = {}
    for row in rows_of(world):
        ids.setdefault(type(row), []).append(str(row.pk))
    hashes = ", ".join(
        "(SELECT md5(string_agg(kept::text, '' ORDER BY kept::text)) FROM"
        f" {connection.ops.quote_name(model._meta.db_table)} AS kept"
        f" WHERE {connection.ops.quote_name(model._meta.pk.column)}::text = ANY(%s))"
        for model in ids
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {hashes}", [*ids.values()])
        return dict(zip(ids, cursor.fetchone(), strict=True))


def check_refusal(route: Route, reach: str, answer: Any, told: str) -> None:
    """What a caller with the permission is answered who means what is not his."""
    if reach in (NATIONAL, BY_ROW) and not route.personal:
        assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN"), told
    elif route.mass:
        assert (answer.status_code, done_of(answer.json()["data"])) == (200, 0), told
    elif not route.shared and any(not name.startswith("=") for name in route.ids.values()):
        assert answer.status_code == 404, told
    elif PLACEHOLDER.search(str(route.body)):
        assert answer.status_code in (400, 404, 422), told


def test_every_write_says_what_it_concerns():
    """What is of regions is tried with another region; the rest must say that it is not of regions."""
    assert {case: reach for case, reach in REACHES.items() if reach not in (REGIONAL, NATIONAL, BY_ROW, OWN)} == {}
    unscoped = [
        path
        for (path, _), reach in REACHES.items()
        if reach == REGIONAL and not (ROUTES[path].scoped or ROUTES[path].upload)
    ]
    assert unscoped == [], "declare `reach` in the view, or scope in tests/api/routes.py"


@pytest.mark.sampled(3)
@PARTS
def test_nothing_beyond_the_callers_regions_is_written(part, world, callers):
    usual = store(world)

    def check(case):
        path, method = case
        route, key = ROUTES[path], get_declared_permission(VIEWS[path], method.upper())
        if route.before:
            call(Api(), path, method, world, "east")
        before = store(world) if route.before else usual
        for role, (_, permissions) in SYSTEM_ROLES.items():
            answer = call(callers[role], path, method, world, "east")
            told = f"{role}: {answer.status_code} {answer.content[:200]!r}"
            if key != AUTHENTICATED and not is_opened(key, permissions.__contains__):
                assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN"), told
            else:
                check_refusal(route, REACHES[case], answer, told)
            assert answer.status_code < 500 or answer.json()["code"] == "NOT_CONFIGURED", told
        assert store(world) == before

    walk(CONCERNED[part], check)


@PARTS
def test_who_sees_every_region_is_not_refused_for_it(part, world):
    caller = Api(make_users(("ROLE_SUPER_ADMIN", [], {}))[0])

    def check(case):
        answer = call(caller, *case, world, "east")
        assert answer.status_code < 500
        assert "tout le pays" not in answer.content.decode()

    walk([case for case in CONCERNED if REACHES[case] in (NATIONAL, BY_ROW)][part], check)


def test_size_of_the_writes(capsys):
    with capsys.disabled():
        print(
            f"\nwrites: {len(WRITES)} operations, {len(CONCERNED) * len(SYSTEM_ROLES)} calls by {len(SYSTEM_ROLES)} roles"
        )
    assert set(REACHES.values()) == {REGIONAL, NATIONAL, BY_ROW, OWN}
