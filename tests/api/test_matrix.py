"""Every route x method x role x region: who may, and what of another region is seen (nothing)."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from accounts.roles.rules import SYSTEM_ROLES
from config.api.permissions import AUTHENTICATED, PUBLIC, get_declared_permission, is_opened
from config.api.reach import NATIONAL, get_declared_reach
from tests.api import world as worlds
from tests.api.routes import ROUTES, Route
from tests.conftest import Api, make_user
from tests.test_architecture import API_VIEWS
from tests.walk import PARTS, walk

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
VIEWS = {path: view for path, view in API_VIEWS if not path.startswith("^")}
PLACEHOLDER = re.compile(r"\{\w+\}")
METHODS = ("get", "post", "put", "patch", "delete")


def cases() -> Iterator[tuple[str, str]]:
    for path, view in VIEWS.items():
        for method in METHODS:
            if hasattr(view, method) and method in view.http_method_names:
                yield path, method


CASES = list(cases())
# Those that ask for a permission, and those whose answers hold something of a region.
ASKING = [
    (path, method)
    for path, method in CASES
    if get_declared_permission(VIEWS[path], method.upper()) not in (PUBLIC, AUTHENTICATED)
]
SCOPED = [(path, method) for path, method in CASES if path in ROUTES and ROUTES[path].scoped]


def value(world: SimpleNamespace, side: str, name: str) -> str:
    if name.startswith("="):
        return name[1:]
    row = getattr(getattr(world, side), name, None) or getattr(world, name, None)
    return str(row.id) if row is not None else str(getattr(world, side).places[name].id)


def filled(data: Any, world: SimpleNamespace, side: str) -> Any:
    if isinstance(data, str):
        return re.sub(r"\{(\w+)\}", lambda found: value(world, side, found[1]), data)
    if isinstance(data, dict):
        return {name: filled(item, world, side) for name, item in data.items()}
    return [filled(item, world, side) for item in data] if isinstance(data, list) else data


def call(api: Api, path: str, method: str, world: SimpleNamespace, side: str, route: Route | None = None) -> Any:
    route = route or ROUTES[path]
    if route.before:
        worlds.Household.objects.filter(id=getattr(world, side).menage.id).update(**route.before)
    address = "/" + PARAMETER.sub(lambda found: value(world, side, route.ids[found[1]]), path)
    if method == "get":
        return api.get(address, filled(route.query, world, side))
    return getattr(api, method)(address, filled(route.body, world, side))


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def is_national(path: str, method: str) -> bool:
    """Whether it is a write of the whole country: who sees some regions is refused."""
    return method != "get" and get_declared_reach(VIEWS[path], method.upper()) == NATIONAL


def done_of(told: dict[str, Any]) -> int:
    """How many a mass operation was done to, in either of its two documented shapes."""
    return told["reussis"] if "reussis" in told else told["success"]


def test_every_route_is_known():
    assert set(VIEWS) - set(ROUTES) == set(), "tell tests/api/routes.py how to call a new route"


@PARTS
def test_nobody_is_let_in_without_a_token(part, world):
    def check(case):
        path, method = case
        answer = call(Api(), path, method, world, "west")
        if get_declared_permission(VIEWS[path], method.upper()) == PUBLIC:
            assert answer.status_code not in (403, 500)
        else:
            assert answer.status_code == 401

    walk(CASES[part], check)


@PARTS
def test_roles_are_held_against_the_declaration(part, world):
    callers = {role: Api(make_user(role)) for role in SYSTEM_ROLES}
    before = worlds.Household.objects.count()

    def check(case):
        path, method = case
        key = get_declared_permission(VIEWS[path], method.upper())
        for role, (_, permissions) in SYSTEM_ROLES.items():
            if not is_opened(key, permissions.__contains__):
                answer = call(callers[role], path, method, world, "west")
                assert answer.status_code == 403, f"{role} without {key}: {answer.status_code}"
        answer = call(callers["ROLE_USER"], path, method, world, "east")
        assert answer.status_code in (403, 404) or method == "get" or ROUTES[path].reads, content(answer)[:200]
        assert worlds.Household.objects.count() == before

    walk(ASKING[part], check)


def find_full_role(path, method):
    """The role of most permissions that holds the declared one: no administrator reads cases of violence."""
    key = get_declared_permission(VIEWS[path], method.upper())
    held = key in (PUBLIC, AUTHENTICATED) or is_opened(key, SYSTEM_ROLES["ROLE_SUPER_ADMIN"][1].__contains__)
    return "ROLE_SUPER_ADMIN" if held else "ROLE_VBG"


def make_full_callers(*regions):
    """A caller for each role that `find_full_role` finds."""
    return {role: Api(make_user(role, *regions)) for role in ("ROLE_SUPER_ADMIN", "ROLE_VBG")}


@PARTS
def test_another_region_is_not_there(part, world):
    """A caller with every permission but only the west gets nothing of the east, and changes nothing there."""
    callers, marks = make_full_callers(world.west.region), worlds.secrets(world.east)

    def check(case):
        path, method = case
        route, caller = ROUTES[path], callers[find_full_role(path, method)]
        for variant in route.variants() if method == "get" else [route]:
            answer = call(caller, path, method, world, "east", variant)
            assert answer.status_code < 500
            if route.mass and method == "post":
                done = answer.json()["data"]
                assert (answer.status_code, done_of(done), done.get("echoues", done.get("errors"))) == (200, 0, 1)
            elif answer.status_code < 300:
                body = content(answer)
                assert [secret for secret in marks if secret in body] == [], (variant, body[:500])
        if is_national(path, method):
            assert answer.status_code == 403, answer.content[:300]
        elif not route.shared and any(not name.startswith("=") for name in route.ids.values()):
            assert answer.status_code == 404, answer.content[:300]
        elif method != "get" and not route.mass and PLACEHOLDER.search(str(route.body)):
            assert answer.status_code in (400, 404, 422), answer.content[:300]

    walk(SCOPED[part], check)


@PARTS
def test_own_region_is_there(part, world):
    """The same caller is not refused in his own region: a scope that hides everything would pass the test above."""
    callers, person = make_full_callers(world.west.region), Api(world.west.user)

    def check(case):
        path, method = case
        route = ROUTES[path]
        caller = person if route.personal else callers[find_full_role(path, method)]
        for variant in route.variants() if method == "get" else [route]:
            answer = call(caller, path, method, world, "west", variant)
            body = content(answer)
            if is_national(path, method):
                assert answer.status_code == 403
                continue
            refused = (method == "delete" and answer.status_code in (400, 409)) or (route.upload and method == "post")
            assert answer.status_code < 300 or refused, (variant, body[:300])
            assert not route.mass or method != "post" or done_of(answer.json()["data"]) == 1, body[:300]

    walk(SCOPED[part], check)


def test_size_of_the_matrix(capsys):
    with capsys.disabled():
        print(f"\nmatrix: {len(VIEWS)} routes, {len(CASES)} operations, {len(SYSTEM_ROLES)} roles")
    assert len(CASES) >= len(VIEWS)
