"""What the service does with whatever its own document lets one send: every operation with made-up input."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from config.wsgi import application
from tests.api.test_contract import document
from tests.api.test_matrix import METHODS, PARAMETER, VIEWS
from tests.conftest import Api, make_user
from tests.walk import PARTS, walk

TWICE = ("ogc/",)  # documented once, without its slash
OPERATIONS = [
    ("/" + PARAMETER.sub(r"{\1}", path), method)
    for path, view in VIEWS.items()
    for method in METHODS
    if hasattr(view, method) and method in view.http_method_names and path not in TWICE
]
# So many inputs each time, of the operations that take more than an id; many, and of every operation, among the slow.
FEW = 2
# Named in the address and looked up: an id that is there leads further than one that is made up.
KNOWN = ("identity", "menage_id", "localite_id")


@pytest.fixture(scope="module")
def schema(kept_db: Any) -> Any:
    with kept_db():
        read = schemathesis.openapi.from_dict(document(Client()))
    read.app = application
    return read


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests through WSGI stay inside the test's transaction: nobody closes its connection at their end."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def test_every_documented_operation_is_among_them(schema: Any) -> None:
    documented = {(result.ok().path, result.ok().method.lower()) for result in schema.get_all_operations()}
    assert documented - set(OPERATIONS) == set()


def takes_input(operation: Any) -> bool:
    return bool(operation.body or operation.query)


@pytest.mark.parametrize("examples", [FEW, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.sampled(6)
@PARTS
def test_nothing_that_the_document_allows_breaks_the_service(
    schema: Any, world: SimpleNamespace, part: slice, examples: int
) -> None:
    """Valid input and not: no 5xx (schemathesis)."""
    headers = {"Authorization": f"Bearer {Api(make_user('ROLE_SUPER_ADMIN')).token}"}
    known = st.sampled_from([str(row.id) for row in (world.west.menage, world.west.localite, world.west.region)])
    bounded = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        verbosity=Verbosity.quiet,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )

    def check(operation: tuple[str, str]) -> None:
        path, method = operation

        @given(case=schema[path][method].as_strategy(), known_id=known)
        @bounded
        def send(case: Any, known_id: str) -> None:
            for name in case.path_parameters or {}:
                if name in KNOWN:
                    case.path_parameters[name] = known_id
            answer = case.call(headers={**(case.headers or {}), **headers})
            if b'"code":"NOT_CONFIGURED"' in answer.content:
                return  # documented, and not the service's fault
            case.validate_response(answer, checks=[not_a_server_error])

        send()

    documented = [(path, method) for path, method in OPERATIONS if path in schema and method in schema[path]]
    if examples == FEW:
        documented = [(path, method) for path, method in documented if takes_input(schema[path][method])]
    with one_connection():
        walk(documented[part], check)
