"""The OpenAPI document, and what the service does with bodies that are none."""

import json
import re
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS, reset_generator_stats
from drf_spectacular.generators import SchemaGenerator

from config.api import openapi_files
from config.api.service_views import render_document
from tests.api import world as worlds
from tests.cases import walk_cases

WORST = [
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"1",
    b'{"a": NaN}',
    b'{"a": 1e999}',
    b'{"a": "\\u0000"}',
    b"\xff\xfe{}",
    b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}",
    json.dumps({"tailleMenage": "9" * 400}).encode(),
]


def document(client: Any) -> dict[str, Any]:
    answer = client.get("/api/schema", {"format": "json"}, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_the_generator_of_the_document_warns_of_nothing():
    """Two shapes, operations or lists of codes of one name would be shown as one, or under made-up names."""
    reset_generator_stats()
    try:
        SchemaGenerator().get_schema(request=None, public=True)
        warnings = [str(warning) for warning in (*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache)]
    finally:
        reset_generator_stats()
    assert warnings == []


def test_document_is_openapi_31_and_names_every_operation(client, db):
    made = document(client)
    assert made["openapi"].startswith("3.1")
    operations = [
        (path, method, described) for path, methods in made["paths"].items() for method, described in methods.items()
    ]
    nameless = [(path, method) for path, method, described in operations if not described.get("summary")]
    assert nameless == []
    ids = [described["operationId"] for _, _, described in operations]
    assert len(ids) == len(set(ids))


def test_page_needs_no_other_host(client, db):
    page = client.get("/api/docs").content.decode()
    assert "swagger" in page
    assert "http://" not in page.replace("http://testserver", "") and "https://" not in page


def test_the_page_loads_nothing_that_its_policy_does_not_name(client, db):
    """No inline script: what somebody would slip into the document is not run."""
    page = client.get("/api/docs")
    policy = dict(rule.strip().split(" ", 1) for rule in page["Content-Security-Policy"].split(";"))
    assert (policy["default-src"], policy["script-src"]) == ("'none'", "'self'")
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page.content.decode(), re.DOTALL)
    assert scripts and all("src=" in attributes and not text.strip() for attributes, text in scripts)


def test_every_section_of_the_document_has_a_sentence_and_a_place_in_the_contents(client, db):
    made = document(client)
    used = {tag for methods in made["paths"].values() for one in methods.values() for tag in one["tags"]}
    told = {tag["name"]: tag["description"] for tag in made["tags"]}
    assert used == {*told} == {name for group in made["x-tagGroups"] for name in group["tags"]}
    assert [name for name, sentence in told.items() if "/api/" in sentence or len(sentence.split()) < 1] == []
    portuguese = json.loads(client.get("/api/schema", headers={"Accept-Language": "pt"}).content)
    # Generated clients make folders of the names; people read titles.
    assert [name for name in told if not name.isascii()] == []
    titles = {tag["name"]: tag["x-displayName"] for tag in made["tags"]}
    assert (titles["users"], titles["jobs"]) == ("Comptes", "Tâches")
    assert [title for title in titles.values() if not title[0].isupper()] == []
    assert {tag["name"]: tag["x-displayName"] for tag in portuguese["tags"]}["jobs"] == "Tarefas"
    assert portuguese["info"]["description"] != made["info"]["description"]
    assert "Authorization: Bearer" in made["info"]["description"]


def test_the_language_is_the_last_of_the_parameters(client, db):
    language = "#/components/parameters/AcceptLanguage"
    for path, methods in document(client)["paths"].items():
        for method, one in methods.items():
            references = [parameter.get("$ref") for parameter in one.get("parameters", [])]
            assert language not in references[:-1], (method, path)


def test_the_document_is_made_once(client, db, monkeypatch):
    first = client.get("/api/schema")
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *args, **kwargs: pytest.fail("it is made again"))
    render_document.cache_clear()  # as in a process that has just started
    again = client.get("/api/schema")
    assert (again.content, again["ETag"]) == (first.content, first["ETag"])
    known = client.get("/api/schema", headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first["ETag"])
    assert client.get("/api/schema", headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_document_of_other_code_or_settings_is_made_anew(settings, tmp_path, monkeypatch):
    (tmp_path / "config").mkdir()
    code = tmp_path / "config" / "code.py"
    settings.BASE_DIR, settings.LOCAL_DIR = tmp_path, tmp_path / "local"
    made = iter([b"one", b"two", b"three", b"four"])

    def read(text):
        code.write_text(text)
        openapi_files.compute_digest.cache_clear()
        return openapi_files.load_document("fr", lambda: next(made))

    try:
        assert [read(text) for text in ("a", "a", "b", "a")] == [b"one", b"one", b"two", b"one"]
        monkeypatch.setenv("TABANCA_MAX_SOMETHING", "5")
        assert read("a") == b"three"
        monkeypatch.setenv("TABANCA_SOME_PASSWORD", "5")
        assert read("a") == b"three"
        assert not openapi_files.has_documents()
        for language, _name in settings.LANGUAGES:
            openapi_files.load_document(language, lambda: b"other")
        assert openapi_files.has_documents()
        settings.LOCAL_DIR = code  # no folder can be made there: served all the same
        assert read("a") == b"four"
    finally:
        openapi_files.compute_digest.cache_clear()


@walk_cases("body", WORST)
def test_broken_bodies_are_refused(api, cast, household_path, body):
    for path in ("/api/menages", "/api/auth/login", household_path, "/api/membre_menages"):
        answer = api(cast.admin).post(path, body, content_type="application/json")
        assert answer.status_code in (400, 401, 404, 422), (path, answer.content[:200])


def test_depth_and_size_of_values_break_nothing(api, cast):
    deep = "[" * 900 + '"\\u0000"' + "]" * 900
    answer = api(cast.admin).client.post(
        "/api/menages",
        f'{{"a": {deep}}}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {api(cast.admin).token}"},
    )
    assert answer.status_code == 400
    assert "imbriqué" in answer.json()["error"] + str(answer.json())
    far = {"tailleMenage": 1, "latitude": "1e23", "longitude": "1"}
    assert api(cast.admin).post("/api/menages", far).status_code == 400


@pytest.mark.parametrize("value", ["1e19", "-1e308", "9" * 30, "[" * 120 + "]" * 120])
def test_what_could_be_stored_but_not_shown_again_is_refused(api, cast, value):
    """A column of JSON would take it, and everybody's list with it would be a fault from then on."""
    caller = api(cast.admin)
    path = "/api/notifications/test"
    refused = caller.post(path, f'{{"title": "a", "message": "b", "isGlobal": true, "data": {{"x": {value}}}}}')
    assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR")
    for kept in ("9e18", "-9223372036854775808", "1e-300", "[" * 90 + "]" * 90):
        taken = caller.post(path, f'{{"title": "a", "message": "b", "data": {{"x": {kept}}}}}')
        assert taken.status_code == 201, kept
    assert caller.get("/api/notifications").status_code == 200


def test_size_and_type_of_bodies(api, cast, settings):
    caller = api(cast.admin)
    settings.JSON_MAX_BYTES = 1000
    large = caller.post("/api/menages", b'{"a": "' + b"x" * 2000 + b'"}', content_type="application/json")
    assert (large.status_code, large.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")
    odd = caller.post("/api/menages", b"a=1", content_type="application/x-www-form-urlencoded")
    assert (odd.status_code, odd.json()["code"]) == (415, "UNSUPPORTED_MEDIA")


def test_unknown_paths_and_methods_are_json(api, cast):
    caller = api(cast.admin)
    for path in ("/api", "/api/", "/api/chemin-inconnu", "/api/menages/", "/api/menages/42"):
        answer = caller.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND"), path
    answer = caller.delete("/api/menages")
    assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")


@pytest.mark.parametrize(
    ("language", "start"), [("fr", "Connectez-vous"), ("pt", "Inicie sessão"), ("en", "Sign in"), ("xx", "Connectez")]
)
def test_messages_speak_the_callers_language(api, db, language, start):
    answer = api().get("/api/menages", headers={"Accept-Language": language})
    assert answer.json()["error"].startswith(start)


@pytest.fixture
def household_path(country: Any) -> str:
    return f"/api/menages/{worlds.build(country).west.menage.id}/update"


def test_nothing_of_a_person_is_kept_on_the_way(api, cast, household_path):
    for caller, path in ((api(cast.admin), household_path), (api(cast.admin), "/api/users"), (api(), "/api/users")):
        assert caller.get(path)["Cache-Control"] == "no-store"
