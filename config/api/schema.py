"""Generate OpenAPI from the handlers' `@operation(...)` declarations and the serializers they name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from config.api.parameters import SerializerClass, build_parameters_serializer
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


def get_declared_operation(handler: Any) -> Operation | None:
    return getattr(handler, "operation", None)


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
NODE = {"@id": {"type": "string"}, "@type": {"type": "string"}}
CONTEXT = {"@context": {"type": "string"}}


def _build_object_schema(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


class ContractSchema(AutoSchema):
    """Describe the envelope, the hydra wrapping, the query parameters and the error bodies."""

    def get_handler_operation(self) -> Operation | None:
        return get_declared_operation(getattr(self.view, self.method.lower(), None))

    def is_hydra(self) -> bool:
        get_style: Callable[[str], Any] | None = getattr(self.view, "get_style", None)
        return get_style is not None and get_style(self.method).__name__.endswith("hydra")

    def get_summary(self) -> str | None:
        found = self.get_handler_operation()
        return found.summary if found else None

    def get_tags(self) -> list[str]:
        steps = [step for step in self.path.split("/") if step and step != "api"]
        return [steps[0] if steps else "service"]

    def get_operation_id(self) -> str:
        path = self.path.removeprefix("/api")
        steps = [step.strip("{}") for step in path.split("/") if step]
        return "_".join([*steps, self.method.lower()]).replace("-", "_").replace(".", "_")

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
                member = {"allOf": [_build_object_schema(NODE, ["@id", "@type"]), inner]}
                keys = {
                    **CONTEXT,
                    **NODE,
                    "hydra:totalItems": {"type": "integer"},
                    "hydra:member": {"type": "array", "items": member},
                    "hydra:view": {"type": "object"},
                }
                return _build_object_schema(keys, list(keys))
            return {"allOf": [_build_object_schema({**CONTEXT, **NODE}, ["@context", "@id", "@type"]), inner]}
        data = {"type": "array", "items": inner} if found.many else inner
        keys = {"success": {"type": "boolean"}, "message": {"type": "string"}, "data": data}
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
        return {"content": {media: {"schema": self._build_body_schema(inner, found)}}, "description": found.summary}
