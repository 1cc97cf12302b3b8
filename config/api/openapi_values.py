"""Give each field and parameter of the OpenAPI document an example: of its name, else of its kind."""

import re
from typing import Any, Final

from config.example_names import BY_NAME
from config.example_values import BY_FORMAT, BY_PART, OF_BODIES, OF_FILTERS, OF_KINDS

PARTS: Final = [(re.compile(part), values) for part, values in BY_PART.items()]
# Bodies that hold what a list is filtered by.
FILTERS: Final = re.compile("(Params|Filters|Context)(Body)?(Request)?$")
BODY: Final = re.compile("Request$")
PYTHON_TYPES: Final[dict[str, tuple[type, ...]]] = {"string": (str,), "integer": (int,), "number": (int, float)}
# Nothing says more of them than their type: a count, a measure, a text.
BY_TYPE: Final[dict[str, Any]] = {"integer": (12, 3, 1), "number": (12.5, 0.5), "string": ("texte",)}
SHAPES: Final = {
    "uuid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\dT[\d:]+Z"),
    "email": re.compile(r"\S+@\S+\.\w+"),
    "decimal": re.compile(r"-?\d+(\.\d+)?"),
}
LEFT: Final = ("enum", "const", "example", "examples", "$ref", "allOf", "anyOf", "oneOf", "properties")


def illustrate_parameters(parameters: list[dict[str, Any]]) -> None:
    """Add an example to each parameter that has none."""
    for parameter in parameters:
        if "schema" in parameter and "example" not in parameter:
            found = find_example(parameter["name"], parameter["schema"], OF_FILTERS)
            if found is not None:
                parameter["example"] = found


def illustrate_schemas(schemas: dict[str, Any]) -> None:
    """Add examples to the fields of all schemas."""
    for kind, schema in schemas.items():
        _illustrate(schema, kind)


def find_example(name: str, schema: dict[str, Any], own: dict[str, Any]) -> Any:
    """Return an example of a plain value: of its `own` kind of object, of its name, of a part of it, of its type."""
    if any(key in schema for key in LEFT):
        return None
    types = schema.get("type")
    kinds = [one for one in ([types] if isinstance(types, str) else types or []) if one in PYTHON_TYPES]
    if not kinds or schema.get("format") == "binary":
        return None
    part = next((values for pattern, values in PARTS if pattern.search(name)), ())
    sources = [own.get(name, ()), BY_NAME.get(name, ()), part]
    sources += [BY_FORMAT.get(schema.get("format", ""), ()), *(BY_TYPE[kind] for kind in kinds)]
    values = [value for source in sources for value in (source if isinstance(source, tuple) else (source,))]
    return next((value for value in values if _fits(value, schema, kinds)), None)


def _illustrate(node: Any, kind: str) -> None:
    if isinstance(node, list):
        for item in node:
            _illustrate(item, kind)
    if not isinstance(node, dict):
        return
    fields = node.get("properties")
    if isinstance(fields, dict):
        own = _choose_values(kind)
        for name, schema in fields.items():
            is_list = isinstance(schema, dict) and schema.get("type") in ("array", ["array", "null"])
            plain = schema.get("items") if is_list else schema
            if isinstance(plain, dict) and (found := find_example(name, plain, own)) is not None:
                plain["example"] = found
    for item in node.values():
        _illustrate(item, kind)


def _choose_values(kind: str) -> dict[str, Any]:
    """Return the examples of a kind of object: of its filters or its body, and of the longest name that begins it."""
    names = sorted((name for name in OF_KINDS if kind.removeprefix("Patched").startswith(name)), key=len)
    general = OF_FILTERS if FILTERS.search(kind) else OF_BODIES if BODY.search(kind) else {}
    return general | (OF_KINDS[names[-1]] if names else {})


def _fits(value: Any, schema: dict[str, Any], kinds: list[str]) -> bool:
    """Return whether a value is one of a field: of its type and format, and within its limits."""
    if isinstance(value, bool) or not any(isinstance(value, PYTHON_TYPES[kind]) for kind in kinds):
        return False
    if isinstance(value, str):
        return _is_text_of(value, schema)
    lowest = schema.get("minimum", schema.get("exclusiveMinimum", value))
    highest = schema.get("maximum", schema.get("exclusiveMaximum", value))
    return bool(lowest <= value <= highest)


def _is_text_of(value: str, schema: dict[str, Any]) -> bool:
    shape = SHAPES.get(schema.get("format", ""))
    if shape and not shape.fullmatch(value):
        return False
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return False
    return schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
