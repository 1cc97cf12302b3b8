"""Query parameters that an operation does not have: told on every read, refused with `strict`."""

from dataclasses import replace
from typing import Any

from config.api.permissions import PUBLIC, get_declared_permission
from config.api.schema import get_declared_operation
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, VIEWS, call, content, make_full_callers
from tests.api.test_matrix import find_full_role as full_role
from tests.conftest import Api, make_user
from tests.walk import walk

READS = [
    path
    for path, method in CASES
    if method == "get"
    and get_declared_operation(VIEWS[path].get)
    and get_declared_permission(VIEWS[path], "GET") != PUBLIC
    and not path.startswith("ogc")
]
# They refuse unknown filters anyway.
CLOSED = {"api/carte/export", "api/carte/export/geojson"}


def test_every_read_tells_of_unknown_parameters(world: Any) -> None:
    callers = make_full_callers()

    def check(path: str) -> None:
        caller, route = callers[full_role(path, "get")], ROUTES[path]

        def read(**more: str) -> Any:
            return call(caller, path, "get", world, "west", replace(route, query={**route.query, **more}))

        plain, told, refused = read(strict="true"), read(inconnu="1"), read(inconnu="1", strict="1")
        assert "Warning" not in plain, plain["Warning"]
        assert b"inconnu" in content(refused) and refused.status_code == 400
        if path in CLOSED:
            return
        assert told.status_code == plain.status_code
        assert told["Warning"] == '299 tabanca "unknown parameter inconnu"'
        body = told.json() if told["Content-Type"] == "application/json" else {}
        assert body.get("avertissements") == (
            [{"parametre": "inconnu", "message": "Ce paramètre n'est pas connu."}] if body.get("success") else None
        )

    walk(READS, check)


def test_a_misspelt_filter_is_named_with_what_was_meant(world: Any) -> None:
    caller, region = Api(make_user("ROLE_ADMIN")), world.west.region
    answer = caller.get(
        "/api/menages", {"stattut": "valide", "score_pmt[gte]": 1, 'é\r\n,"': 1}, headers={"Accept-Language": "en"}
    )
    assert [line["message"] for line in answer.json()["avertissements"]] == [
        "This parameter is written “scorePmt[gte]”.",
        "This parameter is not known. Perhaps “statut”?",
        "This parameter is not known.",
    ]
    assert answer["Warning"].split(", ") == [
        '299 tabanca "unknown parameter score_pmt[gte]; did you mean scorePmt[gte]?"',
        '299 tabanca "unknown parameter stattut; did you mean statut?"',
        '299 tabanca "unknown parameter %C3%A9%0D%0A%2C%22"',
    ]
    answer = caller.get("/api/menages", {"stattut": "valide", "strict": "1"})
    said = {"stattut": ["Ce paramètre n'est pas connu. Peut-être « statut » ?"]}
    assert (answer.status_code, answer.json()["code"], answer.json()["details"]) == (400, "VALIDATION_ERROR", said)
    assert caller.get("/api/menages", {"strict": "peut-être"}).json()["details"].keys() == {"strict"}
    many = caller.get("/api/menages", {f"champ{place}": "1" for place in range(500)})
    assert (len(many.json()["avertissements"]), len(many["Warning"]) < 400) == (20, True)

    localities = caller.get("/api/localites", {"secteurs.commune.id": str(region.id)})
    assert [line["parametre"] for line in localities.json()["avertissements"]] == ["secteurs.commune.id"]
    written = caller.post("/api/menages?dryRun=1", {"tailleMenage": 3, "region": f"/api/regions/{region.id}"})
    assert (written.status_code, written.json()["avertissements"][0]["parametre"]) == (201, "dryRun")
