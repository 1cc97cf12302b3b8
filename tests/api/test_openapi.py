"""The OpenAPI document tells what the code does: refusals, headers, jobs, examples that are valid."""

import gzip
import json
import re
from typing import Any

from jsonschema import Draft202012Validator

from config.openapi_examples import EXAMPLES


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
