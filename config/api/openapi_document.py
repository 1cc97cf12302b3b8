"""Complete the OpenAPI document: the parts that operations share, tags, examples, and what the generator gets wrong."""

import json
import re
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.hooks import postprocess_schema_enums

from config.api.openapi_parts import build_parts
from config.api.openapi_sections import describe_sections, introduce_document
from config.api.openapi_values import illustrate_parameters, illustrate_schemas
from config.french import spell_choice, spell_code
from config.openapi_examples import EXAMPLES
from config.operation_words import OPERATION_WORDS
from config.parameter_words import PARAMETER_WORDS

REFERENCE: Final = re.compile(r'"#/components/(\w+)/([^"]+)"')
NULL: Final = {"type": "null"}
# A code of an enumeration and its label, as the generator lists them.
CODE: Final = re.compile(r"\* `([^`]+)` - (.*)")
# Where a code in camelCase has a new word.
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Every integer is a number, too.
NUMBERS: Final = ("number", "integer")


def complete_document(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add shared parts, tags and examples, and mend the document (a hook of drf-spectacular)."""
    result = postprocess_schema_enums(result, generator)
    result["info"]["license"] = {"name": "Apache 2.0", "identifier": "Apache-2.0"}
    result["servers"] = [{"url": "/", "description": _("Cette installation")}]
    components = result.setdefault("components", {})
    if get_language() != "en":
        _remove_docstrings(components.get("schemas", {}))
    for kind, parts in build_parts().items():
        components[kind] = components.get(kind, {}) | parts
    operations = [one for path in result["paths"].values() for one in path.values()]
    result["info"]["description"] = introduce_document()
    used = {tag for one in operations for tag in one.get("tags", [])}
    result["tags"], result["x-tagGroups"] = describe_sections(used)
    for one in operations:
        one.pop("description", None)
        if words := OPERATION_WORDS.get(one["operationId"]):
            one["description"] = str(words)
        _describe_parameters(one.get("parameters", []))
        illustrate_parameters(one.get("parameters", []))
        if one["operationId"] in EXAMPLES:
            for body in one["requestBody"]["content"].values():
                body["example"] = EXAMPLES[one["operationId"]]
    _mend_schemas(result)
    illustrate_schemas(components["schemas"])
    _remove_unused_components(result)
    return result


def _describe_parameters(parameters: list[dict[str, Any]]) -> None:
    """Say what each parameter means that its operation says nothing of; shared parameters have their own words.

    A list of codes stands below it, but for codes that are their own labels: the schema has them.
    """
    for parameter in parameters:
        words = PARAMETER_WORDS.get(parameter.get("name", ""))
        said = parameter.get("description") or ""
        codes = CODE.findall(said)
        if words and (not said or codes):
            listed = "" if all(code == label for code, label in codes) else f"\n\n{said}"
            parameter["description"] = f"{words}{listed}"


def _remove_docstrings(schemas: dict[str, Any]) -> None:
    """Remove what the code says in English of shapes and fields; the labels of codes stay.

    Their names say most of it, and the dictionary of data the rest, in three languages.
    """
    for schema in schemas.values():
        for described in (schema, *(schema.get("properties") or {}).values()):
            if not CODE.match(described.get("description", "")):
                described.pop("description", None)


def _spell_label(found: re.Match[str]) -> str:
    """Write the label of a code as French writes it, where Django made it of the code, or of its name in the program."""
    code, label = found.groups()
    code_in_words = CAMEL.sub("_", code).lower()
    is_made = CAMEL.sub("_", label).replace("_", " ").casefold() in code_in_words.replace("_", " ")
    return f"* `{code}` - {spell_code(code_in_words) if is_made else spell_choice(label)}"


def _mend_schemas(node: Any) -> None:
    """Rewrite what OpenAPI 3.1 does not have, or means otherwise: `nullable`, and `oneOf` of overlapping schemas.

    Spell labels of codes, too.
    """
    if isinstance(node, list):
        for item in node:
            _mend_schemas(item)
    if not isinstance(node, dict):
        return
    if isinstance(node.get("description"), str):
        node["description"] = CODE.sub(_spell_label, node["description"])
    options = node.get("oneOf")
    if isinstance(options, list) and {} in options:
        del node["oneOf"]  # anything, or null, is anything
    elif isinstance(options, list) and all(kind in [one.get("type") for one in options] for kind in NUMBERS):
        node["anyOf"] = node.pop("oneOf")
    if node.get("nullable") is True:
        del node["nullable"]
        if "anyOf" in node:
            node["anyOf"].append(NULL)
        else:
            node["type"] = [node["type"], "null"]
    for item in node.values():
        _mend_schemas(item)


def _remove_unused_components(document: dict[str, Any]) -> None:
    """Remove components to which nothing refers, until all that are left are used."""
    components = document["components"]
    while True:
        used = set(REFERENCE.findall(json.dumps(document, default=str)))
        unused = [
            (kind, name)
            for kind, parts in components.items()
            if kind != "securitySchemes"
            for name in parts
            if (kind, name) not in used
        ]
        if not unused:
            return
        for kind, name in unused:
            del components[kind][name]
