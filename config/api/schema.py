"""Generate OpenAPI from the handlers' `@operation(...)` declarations and the serializers they name."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from config.api.calls import list_calls
from config.api.parameters import SerializerClass, build_parameters_serializer
from config.api.permissions import PUBLIC, get_declared_permission
from config.filters import FilterSet


@dataclass(frozen=True)
class Operation:
    """Describe the parameters, body and response of a handler."""

    summary: str
    filters: type[FilterSet] | None = None
    query: SerializerClass | None = None
    body: SerializerClass | None = None
    response: SerializerClass | None = None
    many: bool = False
    paging: str | None = None
    status: int = 200
    media: str | None = None
    upload: bool = False

    @property
    def parameters(self) -> SerializerClass | None:
        """Return the serializer that describes all parameters: of `query`, and of `filters`."""
        return build_parameters_serializer(self.query, self.filters) if self.filters else self.query


def declare_operation(summary: str, **declared: Any) -> Callable[[Callable], Callable]:
    """Declare a handler's operation: summary, `query` and `body` serializers, and `response` (its serializer).

    `filters` is the FilterSet of what its rows may be filtered by; `query` holds the other parameters. Also: `many`,
    `paging` (pagination, meta, total; suite of a feed), `status` of a success, `media` type of a file response, `upload` for multipart.
    """

    def describe(handler: Any) -> Any:
        handler.operation = Operation(summary, **declared)
        return handler

    return describe


def name_operation(operation: Operation, method: str) -> str:
    """Return the title of an operation: of a list whose declaration names only the rows, that it lists them."""
    words = gettext(operation.summary)
    if method != "GET" or not operation.many or operation.media or INFINITIVE.match(str(operation.summary)):
        return words
    is_acronym = words[:2].isalpha() and words[:2].isupper()
    return gettext("Lister : %(quoi)s") % {"quoi": words if is_acronym else words[:1].lower() + words[1:]}


def get_declared_operation(handler: Any) -> Operation | None:
    return getattr(handler, "operation", None)


# The verb with which a French summary begins, and the nouns that end as verbs do.
INFINITIVE = re.compile(r"(?!Couverture|Dictionnaire|Fichier|Nombre)(?:Se |S')?\w+(?:er|ir|re)\b")
PAGE = {
    "type": "object",
    "required": ["page", "limit", "total", "pages"],
    "properties": {name: {"type": "integer"} for name in ("page", "limit", "total", "pages")}
    | {"totalApproximatif": {"type": "boolean"}},
}
# What stands beside the rows of a feed: ids of those that are gone, the next cursor, and whether more is there now.
FEED = {
    "supprimes": {"type": "array", "items": {"type": "string", "format": "uuid"}},
    "curseur": {"type": "string"},
    "suite": {"type": "boolean"},
}
# The shape of errors by the name of the format's module.
ERROR_STYLES = {"envelope": "Error", "hydra": "HydraError", "ogc": "OgcError"}
NODE = {"@id": {"type": "string"}, "@type": {"type": "string"}}
CONTEXT = {"@context": {"type": "string"}}


def _build_node_schema(required: list[str]) -> dict[str, Any]:
    """Describe the names with @ of a resource by a pattern: generated clients would take `@id` and `id` for one name.

    They depend on `id`: linters want whatever is required outright among the properties.
    """
    names = {"^@(context|id|type)$": {"type": "string"}}
    return {"type": "object", "patternProperties": names, "dependentRequired": {"id": required}}


def _build_object_schema(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


def _refer(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


class ContractSchema(AutoSchema):
    """Describe the envelope, the hydra wrapping, the query parameters and the error bodies."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with what the handler's code adds: headers, refusals, jobs."""
        made: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        handler = getattr(self.view, self.method.lower(), None)
        if made is None or get_declared_operation(handler) is None:
            return made
        calls = list_calls(type(self.view), handler)
        # Docstrings are for who reads the code: what people read of an operation is in `config.operation_words`.
        made["description"] = ""
        if self._is_public():
            made["security"] = []
        made["parameters"] = [*made.get("parameters", []), *self._list_common_parameters(calls)]
        for status, answer in made["responses"].items():
            if status == "204" or not answer.get("description"):
                answer["description"] = made["summary"]  # the generator's own words are English
            headers = self._list_headers(calls)
            if status.startswith("2") and headers:
                answer["headers"] = answer.get("headers", {}) | {
                    name: _refer("headers", headers[name]) for name in headers
                }
        if "build_job_response" in calls:
            made["responses"].setdefault("202", _refer("responses", "Accepted"))
        if self.method == "GET" and "add_etag" in calls:
            made["responses"]["304"] = _refer("responses", "NotModified")
        style = ERROR_STYLES[self.get_style_name()]
        for refused in self._list_refusals():
            made["responses"].setdefault(str(refused), _refer("responses", f"{style}{refused}"))
        return made

    def _list_common_parameters(self, calls: set[str]) -> list[dict[str, str]]:
        names = []
        if self.method == "GET":
            names += ["Strict"] + (["IfNoneMatch"] if "add_etag" in calls else [])
        elif "require_same_version" in calls or "require_match" in calls:
            names.append("IfMatch")
        if self._is_repeatable():
            names.append("IdempotencyKey")
        # Last: what an operation does matters more than the language of its sentences.
        return [_refer("parameters", name) for name in [*names, "AcceptLanguage"]]

    def _list_headers(self, calls: set[str]) -> dict[str, str]:
        headers = {"ETag": "ETag"} if "add_etag" in calls else {}
        if self.method == "GET":
            headers["Warning"] = "Warning"
        if self._is_repeatable():
            headers["Idempotency-Replayed"] = "IdempotencyReplayed"
        return headers

    def _is_repeatable(self) -> bool:
        has_keys = any(getattr(self.view, name, False) for name in ("stores_responses", "derives_identities"))
        return self.method == "POST" and not self._is_public() and has_keys

    def _is_public(self) -> bool:
        return get_declared_permission(self.view, self.method) == PUBLIC

    def _list_refusals(self) -> list[int]:
        """Return the statuses with which requests of this operation are refused."""
        found = self.get_handler_operation()
        statuses = [400, *([] if self._is_public() else [401, 403])]
        statuses += [404] if "{" in self.path or getattr(self.view, "may_be_off", False) else []
        statuses += [409] if self.method != "GET" else []
        statuses += [410] if found and found.paging == "suite" else []
        if found and found.body:
            statuses += [413, 415, *([422] if self.is_hydra() else [])]
        statuses += [423] if self.path.endswith("/auth/login") else []
        return [*statuses, 429, 503]

    def get_handler_operation(self) -> Operation | None:
        return get_declared_operation(getattr(self.view, self.method.lower(), None))

    def get_style_name(self) -> str:
        get_style: Callable[[str], Any] | None = getattr(self.view, "get_style", None)
        return get_style(self.method).__name__.rpartition(".")[2] if get_style else "envelope"

    def is_hydra(self) -> bool:
        return self.get_style_name() == "hydra"

    def get_summary(self) -> str | None:
        found = self.get_handler_operation()
        return name_operation(found, self.method) if found else None

    def get_tags(self) -> list[str]:
        steps = [step for step in self.path.split("/") if step and step != "api"]
        return [steps[0] if steps else "service"]

    def get_operation_id(self) -> str:
        path = self.path.removeprefix("/api")
        steps = [step.strip("{}") for step in path.split("/") if step]
        return re.sub(r"\W+", "_", "_".join([*steps, self.method.lower()]))

    def get_override_parameters(self) -> list[Any]:
        found = self.get_handler_operation()
        return [found.parameters] if found and found.parameters else []

    def get_request_serializer(self) -> Any:
        found = self.get_handler_operation()
        return found.body if found else None

    def map_parsers(self) -> list[str]:
        found = self.get_handler_operation()
        return ["multipart/form-data"] if found and found.upload else ["application/json"]

    def _build_body_schema(self, inner: dict[str, Any], found: Operation) -> dict[str, Any]:
        if self.is_hydra():
            if found.many:
                member = {"allOf": [_build_node_schema(["@id", "@type"]), inner]}
                keys = {
                    **CONTEXT,
                    **NODE,
                    "hydra:totalItems": {"type": "integer"},
                    "hydra:member": {"type": "array", "items": member},
                    "hydra:view": {"type": "object"},
                }
                return _build_object_schema(keys, list(keys))
            return {"allOf": [_build_node_schema(["@context", "@id", "@type"]), inner]}
        data = {"type": "array", "items": inner} if found.many else inner
        keys = {"success": {"type": "boolean"}, "message": {"type": "string"}, "data": data}
        keys |= {"avertissements": {"$ref": "#/components/schemas/Warnings"}} if self.method == "GET" else {}
        required = ["success"] + (["data"] if found.response else [])
        if found.paging == "total":
            keys["total"] = {"type": "integer"}
        elif found.paging == "suite":
            keys |= FEED
            required += [*FEED]
        elif found.paging:
            keys[found.paging] = PAGE
        return _build_object_schema(keys, [*dict.fromkeys([*required, *([found.paging] if found.paging else [])])])

    def get_response_serializers(self) -> Any:
        found = self.get_handler_operation()
        if found is None:
            return {200: OpenApiResponse(OpenApiTypes.OBJECT)}
        if found.media:
            return {(found.status, found.media): OpenApiTypes.BINARY}
        if found.status == 204:
            return {204: None}
        return {found.status: found.response or OpenApiTypes.OBJECT}

    def _get_response_for_code(self, serializer: Any, status_code: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        found = self.get_handler_operation()
        if found is None or found.media or found.status == 204 or isinstance(serializer, OpenApiResponse):
            return super()._get_response_for_code(serializer, status_code, *args, **kwargs)
        inner: dict[str, Any] = build_basic_type(OpenApiTypes.OBJECT) or {}
        if found.response:
            component = self.resolve_serializer(found.response, "response")
            inner = component.ref if component else inner
        media = "application/ld+json" if self.is_hydra() else "application/json"
        return {
            "content": {media: {"schema": self._build_body_schema(inner, found)}},
            "description": name_operation(found, self.method),
        }
