"""Every operation with the values at the ends of what can be written: numbers, control characters, odd methods."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from rest_framework import serializers

from config.api.schema import get_declared_operation
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, PARAMETER, VIEWS, filled, find_full_role, make_full_callers, value
from tests.conftest import Api
from tests.walk import PARTS, walk

NUMBERS = [
    "1e999999999",
    "-1e999999999",
    "1e-999999999",
    "NaN",
    "-Infinity",
    "sNaN123",
    "9" * 400,
    "1" * 1500,
    "١٢",
    "１e５",
    "0x10",
    "1_000",
    "",
    True,
    None,
    [],
    {},
    1e300,
    -(10**18),
    0.1 + 0.2,
]
CONTROLS = ["a\x00b", "a\x01", "\x1f", "a\x7f", "a\x85b", "a\ufffe", "\x1b[2J"]
METHODS = [
    "QUERY",
    "DISPATCH",
    "INPUT",
    "HANDLE_EXCEPTION",
    "FIND",
    "OK",
    "INITIAL",
    "AS_VIEW",
    "PERMISSION",
    "OPERATION",
    "VISIBLE",
    "TRACE",
    "MOVE",
]
# Some of the values each time, all of them among the slow tests.
STEPS = pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
LONG_STEPS = pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
# Who cannot sign learns nothing of the fields.
SIGNED = {"api/public/passerelle"}
SENT = {"numbers": 0, "controls": 0, "methods": 0}


NUMERIC = (serializers.IntegerField, serializers.FloatField, serializers.DecimalField, serializers.JSONField)


def leaves(field: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The paths of everything that a serializer reads, with their fields; of lists, the first item."""
    if isinstance(field, serializers.ListSerializer):
        yield from leaves(field.child, (*path, "[]"))
    elif isinstance(field, serializers.Serializer):
        for name, inner in field.fields.items():
            if not inner.read_only:
                yield from leaves(inner, (*path, name))
    else:
        yield path, field
        if isinstance(field, serializers.ListField):
            yield (*path, "[]"), field.child


def extremes(field: Any, number: int, step: int) -> list[Any]:
    """List the values sent for a field: numbers (fewer where no number is read), and one control character.

    Of the numbers each `step`-th is sent, from another one on for each field.
    """
    read = isinstance(field, NUMERIC) or type(field).__module__.startswith("registry")
    numbers = NUMBERS if read else NUMBERS[number % 4 :: 4]
    return [*numbers[number % step :: step], CONTROLS[number % len(CONTROLS)]]


def put(body: Any, path: tuple[str, ...], found: Any) -> Any:
    """The body with a value at a path."""
    if not path:
        return found
    if path[0] == "[]":
        return [put({}, path[1:], found)]
    inner = body.get(path[0]) if isinstance(body, dict) else None
    return (body if isinstance(body, dict) else {}) | {path[0]: put(inner or {}, path[1:], found)}


def operation(path: str, method: str) -> Any:
    return get_declared_operation(getattr(VIEWS[path], method))


WITH_QUERY = [case for case in CASES if (found := operation(*case)) and found.parameters]
WITH_BODY = [case for case in CASES if (found := operation(*case)) and found.body and not found.upload]


@pytest.fixture
def callers(world: SimpleNamespace, settings: Any) -> dict[str, Api]:
    settings.SIGN_INS_PER_MINUTE = settings.REQUESTS_PER_MINUTE = 1_000_000
    return make_full_callers()


def address(path: str, world: SimpleNamespace) -> str:
    return "/" + PARAMETER.sub(lambda found: value(world, "west", ROUTES[path].ids[found[1]]), path)


def refused(answer: Any) -> bool:
    """Not a fault of ours."""
    return answer.status_code < 500 or b'"code":"NOT_CONFIGURED"' in answer.content


@STEPS
@pytest.mark.sampled(6)
@PARTS
def test_no_parameter_breaks_an_operation(part, step, world, callers):
    def check(case):
        path, method = case
        where, caller = address(path, world), callers[find_full_role(path, method)]
        for number, ((name,), field) in enumerate(leaves(operation(path, method).parameters())):
            for sent in (text for text in extremes(field, number, step) if isinstance(text, str)):
                SENT["controls" if sent in CONTROLS else "numbers"] += 1
                answer = caller._call(
                    method,
                    where,
                    {name: sent} if method == "get" else {},
                    **({} if method == "get" else {"QUERY_STRING": urlencode({name: sent})}),
                )
                assert refused(answer), (name, sent, answer.content[:300])
                if sent in CONTROLS and method == "get":
                    assert answer.status_code == 400, (name, sent)
                if getattr(answer, "streaming", False):
                    b"".join(answer.streaming_content)

    walk(WITH_QUERY[part], check)


@LONG_STEPS
@pytest.mark.sampled(6)
@PARTS
def test_no_value_breaks_an_operation(part, step, world, callers):
    def check(case):
        path, method = case
        where, example = address(path, world), filled(ROUTES[path].body, world, "west")
        body = operation(path, method).body(context={"request": SimpleNamespace(user=None)})
        for number, (place, field) in enumerate(leaves(body)):
            for sent in extremes(field, number, step):
                SENT["controls" if sent in CONTROLS else "numbers"] += 1
                answer = getattr(callers[find_full_role(path, method)], method)(where, put(example, place, sent))
                assert refused(answer), (place, sent, answer.content[:300])
                if sent in CONTROLS and path not in SIGNED:
                    told = answer.json()
                    assert answer.status_code in (400, 422), (place, sent, told)
                    assert place[0] in json.dumps(told), "the field is named"

    walk(WITH_BODY[part], check)


@STEPS
@pytest.mark.sampled(6)
@PARTS
def test_only_methods_of_http_are_served(part, step, world, callers):
    """A request that calls itself by the name of a function of the view is answered 405, by nobody and by somebody.

    Each `step`-th of the names is tried with a route, from another one on for each.
    """
    client = Client()

    def check(case):
        number, path = case
        for method in METHODS[number % step :: step]:
            for headers in ({}, {"Authorization": f"Bearer {callers['ROLE_SUPER_ADMIN'].token}"}):
                SENT["methods"] += 1
                answer = client.generic(method, address(path, world), headers=headers)
                assert answer.status_code == 405, (method, answer.content[:300])
                told = answer.json()
                assert told.get("code", told.get("hydra:title")), told

    walk([*enumerate(VIEWS)][part], check)


@pytest.mark.parametrize("path", ["", "metrics", "api/schema", "api/docs", "admin/", "api/nowhere"])
def test_other_addresses_bear_odd_methods(path, db):
    client = Client()
    found = {method: client.generic(method, f"/{path}").status_code for method in METHODS}
    assert {method: status for method, status in found.items() if status not in (200, 302, 401, 403, 404, 405)} == {}


def test_size_of_the_extremes(capsys):
    with capsys.disabled():
        print(f"\nextremes: {SENT}")
