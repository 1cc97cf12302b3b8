"""The log: one JSON line a request, with its id, and nobody's name, whatever goes wrong."""

import io
import json
import logging
import time
from typing import Any

import pytest
from django.db import connection

from accounts.notifications.services import notify
from config.logs import JsonFormatter
from registry.households import services as households

NAME, PHONE, EMAIL = "Canarinho Mbalde", "+245955123987", "canarinha@tabanca.example"
CANARIES = ("canarinho", "mbalde", "955123987", "canarinha")


@pytest.fixture
def written():
    """What goes to the standard error, as it goes there."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def body(country: Any) -> dict[str, Any]:
    return {
        "tailleMenage": 3,
        "region": str(country.west.id),
        "chefMenage": {"nomComplet": NAME, "telephone": PHONE, "sexe": "F"},
    }


def test_one_line_a_request(api, cast, country, written):
    answer = api(cast.agent_west).get("/api/menages", {"search": NAME})
    (line,) = [line for line in lines(written) if line["logger"] == "tabanca.requests"]
    assert line["request"] == answer["X-Request-Id"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "api/menages", 200)
    assert line["user"] == str(cast.agent_west.id) and line["ms"] > 0
    assert set(line) == {"time", "level", "logger", "message", "request", "method", "route", "status", "ms", "user"}


def test_a_callers_own_id_is_not_believed(api, cast, written):
    answer = api(cast.admin).get("/api/menages", headers={"X-Request-Id": "forged\nline"})
    assert "forged" not in written.getvalue() + answer["X-Request-Id"]


def test_health_is_quiet(client, db, written):
    assert client.get("/healthz").status_code == 200
    assert lines(written) == []


def test_names_and_phones_never_appear(api, cast, country, written, monkeypatch):
    caller = api(cast.admin)
    made = caller.post("/api/menages", body(country))
    assert made.status_code == 201, made.content
    path = f"/api/menages/{made.json()['id'] if 'id' in made.json() else made.json()['data']['id']}"
    caller.get(path)
    caller.get("/api/menages", {"search": NAME})
    caller.get(f"/api/{NAME}/{PHONE}")
    caller.post(path + f"/{NAME}", body(country))
    caller.post("/api/menages", body(country) | {"tailleMenage": NAME})
    caller.post("/api/menages", body(country), content_type="text/plain")
    api().post("/api/auth/login", {"email": EMAIL, "password": NAME})
    caller.post("/api/users", {"email": EMAIL, "nom": NAME, "prenom": NAME, "role_id": str(cast.admin.role_id)})
    # Faults whose texts quote what was sent: one of Python, one of the database.
    with monkeypatch.context() as patch:
        patch.setattr(households, "reserve_household_code", lambda region: int(NAME))
        assert caller.post("/api/menages", body(country)).status_code == 500
    with monkeypatch.context() as patch:
        patch.setattr(households, "_save_parts", _broken_statement)
        assert caller.post("/api/menages", body(country)).status_code == 500
    told = written.getvalue().lower()
    assert [word for word in CANARIES if word in told] == []
    faults = [line["fault"] for line in lines(written) if "fault" in line]
    kinds = [[one["type"] for one in fault] for fault in faults]
    assert ["builtins.ValueError"] in kinds
    assert any(one.get("sqlstate") == "42703" for fault in faults for one in fault)
    assert any(place.startswith("registry/households/services.py:") for one in faults[0] for place in one["at"])


def _broken_statement(household: Any, values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{values["chef"]["nom_complet"]}"')


def test_the_cost_of_a_line():
    """Cheap: formatting is far below a tenth of a millisecond."""
    record = logging.makeLogRecord({"msg": "request", "name": "tabanca.requests", "fields": {"route": "api/menages"}})
    formatter = JsonFormatter()
    began = time.process_time()
    for _ in range(1_000):
        formatter.format(record)
    assert (time.process_time() - began) / 1_000 < 0.0001


def test_a_line_is_one_line():
    record = logging.makeLogRecord({"msg": 'a\n{"level": "forged"}', "name": "x"})
    assert "\n" not in JsonFormatter().format(record)


def test_notifications_are_not_logged(cast, written):
    notify(to=[cast.admin], title=NAME, message=PHONE, verbatim=True)
    assert all(word not in written.getvalue().lower() for word in CANARIES)
