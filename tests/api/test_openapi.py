"""The OpenAPI document tells what the code does: refusals, headers, jobs, examples that are valid."""

import gzip
import json
import re
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from config.openapi_examples import EXAMPLES
from config.operation_words import OPERATION_WORDS


def list_parameters(operation: dict[str, Any]) -> set[str]:
    return {one.get("name") or one["$ref"].rpartition("/")[2] for one in operation["parameters"]}


def test_the_document_tells_what_the_code_does(client: Any, db: Any) -> None:
    body = client.get("/api/schema").content
    assert len(gzip.compress(body)) < 400_000
    document = json.loads(body)
    components = document["components"]
    operations = {one["operationId"]: one for path in document["paths"].values() for one in path.values()}

    for kind, name in set(re.findall(r'"#/components/(\w+)/([^"]+)"', body.decode())):
        assert name in components[kind], f"{kind} {name}"
    for name, one in operations.items():
        assert re.fullmatch(r"\w+", name)
        assert {"400", "429", "503"} <= one["responses"].keys(), name
        assert one["security"] == [] or {"401", "403"} <= one["responses"].keys(), name
        unsaid = [one["name"] for one in one["parameters"] if "$ref" not in one and not one.get("description")]
        assert not unsaid, f"{name}: nothing says what {unsaid} mean"
    assert "* `extreme_pauvre` - Extrême pauvre" in json.dumps(document, ensure_ascii=False)

    read, change, feed = (
        operations[name] for name in ("menages_identity_get", "menages_identity_put", "sync_menages_get")
    )
    assert {"IfNoneMatch", "Strict", "AcceptLanguage"} <= list_parameters(read)
    assert {"200", "304", "404"} <= read["responses"].keys() and "ETag" in read["responses"]["200"]["headers"]
    assert "IfMatch" in list_parameters(change) and {"409", "413", "415", "422"} <= change["responses"].keys()
    assert "410" in feed["responses"] and "Warning" in feed["responses"]["200"]["headers"]
    assert "IdempotencyKey" in list_parameters(operations["menages_post"])
    assert "202" in operations["menages_bulk_delete_post"]["responses"]
    assert operations["auth_login_post"]["security"] == []
    assert components["responses"]["Error429"]["headers"].keys() == {"Retry-After"}

    for name, example in EXAMPLES.items():
        [content] = operations[name]["requestBody"]["content"].values()
        Draft202012Validator(content["schema"] | {"components": components}).validate(example)


def list_descriptions(node: Any) -> set[str]:
    """What a document says of its operations, parameters, answers and shapes; labels of codes and summaries left out."""
    if isinstance(node, list):
        return {found for item in node for found in list_descriptions(item)}
    if not isinstance(node, dict):
        return set()
    own = node.get("description")
    is_said = isinstance(own, str) and not own.startswith("* `") and own != node.get("summary")
    return ({own} if is_said else set()) | {
        found for key, item in node.items() if key != "example" for found in list_descriptions(item)
    }


def test_each_language_says_it_in_its_own_words(client: Any, db: Any) -> None:
    read = {
        code: json.loads(client.get("/api/schema", headers={"Accept-Language": code}).content)
        for code in ("fr", "en", "pt")
    }
    summaries = {
        one["summary"] for document in read.values() for path in document["paths"].values() for one in path.values()
    }
    said = {code: list_descriptions(document) - summaries for code, document in read.items()}
    assert len(said["fr"]) > 150
    assert said["fr"] & said["en"] == set(), (
        "English in the French document: config/operation_words.py, openapi_parts.py"
    )
    assert said["pt"] & said["en"] == set()
    assert said["pt"] & said["fr"] == set()
    named = {
        code: {one["operationId"]: one["summary"] for path in document["paths"].values() for one in path.values()}
        for code, document in read.items()
    }
    assert named["en"]["menages_post"] == "Create a household" and named["pt"]["menages_post"] == "Criar um agregado"
    for one, other in (("fr", "en"), ("fr", "pt"), ("pt", "en")):
        alike = {name for name, words in named[one].items() if words == named[other][name]}
        assert len(alike) < 20, f"{one} and {other}: {sorted(alike)}"
    labels = json.dumps(read["fr"], ensure_ascii=False)
    assert "* `rejete` - Rejeté" in labels and "* `inconnu` - Inconnu" in labels
    assert not re.findall(r"- (?:Unknown|Cases|Female|At Most|Different|Rejete|Enquete)\\b", labels)
    known = {one["operationId"] for path in read["fr"]["paths"].values() for one in path.values()}
    assert OPERATION_WORDS.keys() <= known


def list_plain(document: dict[str, Any]) -> list[tuple[str, dict[str, Any], Any]]:
    """Return each plain parameter and field (of a list its items) with its schema and example."""
    operations = [one for path in document["paths"].values() for one in path.values()]
    found = [
        (f"{one['operationId']} {each['name']}", each["schema"], each.get("example"))
        for one in operations
        for each in one["parameters"]
        if "schema" in each
    ]
    for kind, schema in document["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            plain = field.get("items", field)
            found.append((f"{kind} {name}", plain, plain.get("example")))
    return [
        (name, schema, example)
        for name, schema, example in found
        if {"string", "integer", "number"}
        & {*([schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", []))}
        and not {"enum", "const"} & schema.keys()
        and schema.get("format") != "binary"
    ]


def test_each_field_and_parameter_shows_what_it_looks_like(client: Any, db: Any) -> None:
    document = json.loads(client.get("/api/schema").content)
    rows = list_plain(document)
    assert len(rows) > 4_000
    assert [name for name, _schema, example in rows if example in (None, "texte", "string", -100000)] == []
    wrong = [
        f"{name}: {example}"
        for name, schema, example in rows
        if not Draft202012Validator(schema, format_checker=FormatChecker()).is_valid(example)
    ]
    assert wrong == []
    described = {name: example for name, _schema, example in rows}
    assert described["menages_get search"] == "Djaló" and described["menages_get scorePmt[gte]"] == 20
    assert described["HouseholdInputRequest region"].startswith("/api/regions/")
    assert described["SectorResponse code"] == "BA03"
    households = document["paths"]["/api/menages"]["get"]["parameters"]
    meanings = {one["name"]: one["description"] for one in households if "name" in one}
    assert (
        meanings["anomalie"].startswith("Seulement")
        and "* `sansGps` - Fiches envoyées sans position." in meanings["anomalie"]
    )
    assert "GPS_MANQUANT` - GPS" not in meanings["probleme"] and "`" not in meanings["tri"].replace("`-`", "")


def test_the_address_chooses_the_language_of_the_document(client: Any, db: Any) -> None:
    read = {code: client.get(f"/api/schema?langue={code}", headers={"Accept-Language": "fr"}) for code in ("pt", "xx")}
    titles = {code: json.loads(one.content)["tags"][0]["x-displayName"] for code, one in read.items()}
    assert titles == {"pt": "Início de sessão", "xx": "Connexion"}
    page = client.get("/api/docs?langue=pt", headers={"Accept-Language": "fr"}).content.decode()
    assert '<html lang="pt">' in page and "/api/schema?langue=pt" in page and "Índice" in page


def test_the_introduction_begins_with_a_call_to_copy(client: Any, db: Any) -> None:
    text = json.loads(client.get("/api/schema", headers={"Accept-Language": "pt"}).content)["info"]["description"]
    first = text.partition("###")[2].partition("###")[0]
    assert "Bearer CLE" in first and "urllib.request" in first and "jsonlite" in first
    assert "curl -s http" in first and "/api/auth/login" in first and "Accept-Language: pt" in first


def list_names(schema: dict[str, Any], components: dict[str, Any]) -> list[str]:
    """The properties of a schema, with those of the schemas that it is made of."""
    if "$ref" in schema:
        return list_names(components["schemas"][schema["$ref"].rpartition("/")[2]], components)
    return [
        *schema.get("properties", {}),
        *(name for part in schema.get("allOf", []) for name in list_names(part, components)),
    ]


def list_objects(schema: Any) -> list[dict[str, Any]]:
    """Every schema of an object within a document."""
    if isinstance(schema, list):
        return [found for item in schema for found in list_objects(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if isinstance(schema.get("properties"), dict) or isinstance(schema.get("allOf"), list) else []
    return own + [found for item in schema.values() for found in list_objects(item)]


def test_no_two_names_are_one_to_a_generated_client(client: Any, db: Any) -> None:
    """Generators write names as their language allows: `@id` beside `id` made them leave out the whole answer."""
    document = json.loads(client.get("/api/schema").content)
    for schema in list_objects(document):
        names = sorted(set(list_names(schema, document["components"])))
        written = [re.sub(r"\W+", "_", name).strip("_").lower() for name in names]
        assert len(set(written)) == len(names), names
    region = document["paths"]["/api/regions/{identity}"]["get"]["responses"]["200"]["content"]["application/ld+json"]
    check = Draft202012Validator(region["schema"] | {"components": document["components"]})
    assert "'@id' is a dependency of 'id'" in {error.message for error in check.iter_errors({"id": "x"})}
    assert "'id' is a required property" in {error.message for error in check.iter_errors({})}


def test_a_code_that_may_be_null_is_described_so(client: Any, db: Any) -> None:
    """A household without a category was refused by generated clients, and with it the whole list."""
    document = json.loads(client.get("/api/schema").content)
    described = document["components"]["schemas"]["HouseholdSummaryResponse"]["properties"]["categoriePauvrete"]
    check = Draft202012Validator(described | {"components": document["components"]})
    assert [check.is_valid(value) for value in (None, "pauvre", "riche")] == [True, True, False]


def test_titles_say_what_operations_do(client: Any, db: Any) -> None:
    titles = {}
    for code in ("fr", "en", "pt"):
        document = json.loads(client.get("/api/schema", headers={"Accept-Language": code}).content)
        paths = document["paths"]
        titles[code] = [paths[path]["get"]["summary"] for path in ("/api/menages", "/api/menages/{identity}")]
        titles[code] += [paths["/api/menages"]["post"]["summary"], paths["/api/menages/export"]["get"]["summary"]]
    assert titles["fr"] == [
        "Lister : ménages",
        "Un ménage",
        "Créer un ménage",
        "Exporter des ménages (csv, xlsx)",
    ]
    assert titles["en"][0] == "List: households" and titles["pt"][0] == "Listar: agregados"
    named = {
        one["get"]["summary"] for one in json.loads(client.get("/api/schema").content)["paths"].values() if "get" in one
    }
    assert not {"Ménages", "Paiements", "Plaintes", "Programmes"} & named
