"""Define what all operations of the OpenAPI document share: answers to refused requests, headers, common parameters."""

from typing import Any, Final

from config.api.statuses import STATUSES
from config.errors.problems import MESSAGES

TEXT: Final = {"type": "string"}
JSON, JSON_LD = "application/json", "application/ld+json"

ERROR_SCHEMA: Final = {
    "type": "object",
    "required": ["success", "error", "code"],
    "properties": {
        "success": {"type": "boolean", "const": False},
        "error": {"type": "string", "description": "A sentence for people, in the language of the request."},
        "code": {"type": "string", "enum": sorted(STATUSES)},
        "details": {
            "type": "object",
            "description": "The sentences on each field or parameter at fault.",
            "additionalProperties": {"type": "array", "items": TEXT},
        },
        "data": {"description": "What else a client needs to go on."},
    },
}
HYDRA_ERROR_SCHEMA: Final = {
    "type": "object",
    "required": ["@context", "@type", "hydra:title", "hydra:description"],
    "properties": {
        **dict.fromkeys(("@context", "@type", "hydra:title", "hydra:description", "code"), TEXT),
        "violations": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["propertyPath", "message"],
                "properties": {"propertyPath": TEXT, "message": TEXT},
            },
        },
    },
}
WARNINGS_SCHEMA: Final = {
    "type": "array",
    "description": "Parameters of the request that this operation does not have; absent when there are none.",
    "items": {
        "type": "object",
        "required": ["parametre", "message"],
        "properties": {"parametre": TEXT, "message": TEXT},
    },
}
JOB_SCHEMA: Final = {
    "type": "object",
    "required": ["success", "data"],
    "properties": {
        "success": {"type": "boolean", "const": True},
        "message": TEXT,
        "data": {
            "type": "object",
            "required": ["jobId", "statut"],
            "properties": {"jobId": {"type": "string", "format": "uuid"}, "statut": TEXT},
        },
    },
}
# The answers to refused requests: status, code of an example, description.
ERRORS: Final = {
    400: ("VALIDATION_ERROR", "A parameter or field is wrong, or the state does not allow this."),
    401: ("UNAUTHENTICATED", "No token, or one that is unknown, expired or ended."),
    403: ("FORBIDDEN", "The role lacks the permission, or the account has something else to do first."),
    404: ("NOT_FOUND", "Not there, or outside the caller's regions: the two are not told apart."),
    409: ("CONFLICT", "Somebody else changed it meanwhile, or the idempotency key served another request."),
    410: ("CURSOR_EXPIRED", "The cursor is too old, or of another scope: begin again without one."),
    413: ("PAYLOAD_TOO_LARGE", "The body is too large."),
    415: ("UNSUPPORTED_MEDIA", "The type of the body is not accepted."),
    422: ("CONSTRAINT_VIOLATION", "A field of the body is wrong."),
    423: ("ACCOUNT_LOCKED", "Too many failed sign-ins; see Retry-After."),
    429: ("RATE_LIMITED", "Too many requests; see Retry-After."),
    503: ("SERVICE_UNAVAILABLE", "The service is away for a moment, or the request takes too long; see Retry-After."),
}
# The shape of errors, and its media type, by format.
STYLES: Final = {"Error": JSON, "HydraError": JSON_LD, "OgcError": JSON}
OGC_ERROR_SCHEMA: Final = {
    "type": "object",
    "required": ["code", "description"],
    "properties": {"code": TEXT, "description": TEXT},
}
RETRIED: Final = {409, 423, 429, 503}
RETRY_AFTER: Final = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}


def _build_example(style: str, code: str) -> dict[str, Any]:
    sentence = str(MESSAGES[code])
    if style == "HydraError":
        titled = {"@context": "/api/contexts/Error", "@type": "hydra:Error", "hydra:title": sentence}
        return {**titled, "hydra:description": sentence, "code": code}
    return (
        {"code": code, "description": sentence}
        if style == "OgcError"
        else {"success": False, "error": sentence, "code": code}
    )


def _build_error(status: int, style: str, media: str) -> dict[str, Any]:
    code, description = ERRORS[status]
    body = {"schema": {"$ref": f"#/components/schemas/{style}"}, "example": _build_example(style, code)}
    headers = {"headers": RETRY_AFTER} if status in RETRIED else {}
    return {"description": description, "content": {media: body}, **headers}


def _build_parameter(name: str, description: str, place: str = "header", **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "description": description, "schema": {**TEXT, **schema}}


def build_parts() -> dict[str, dict[str, Any]]:
    """Return the components that operations refer to, with sentences in the active language."""
    responses = {
        f"{style}{status}": _build_error(status, style, media) for style, media in STYLES.items() for status in ERRORS
    }
    job = {"schema": {"$ref": "#/components/schemas/StartedJob"}}
    responses["Accepted"] = {
        "description": "The work goes on as a job: ask `/api/jobs/{job_id}` for its outcome.",
        "content": {JSON: job},
    }
    responses["NotModified"] = {"description": "Unchanged since the version that If-None-Match names."}
    return {
        "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Error": ERROR_SCHEMA,
            "HydraError": HYDRA_ERROR_SCHEMA,
            "OgcError": OGC_ERROR_SCHEMA,
            "StartedJob": JOB_SCHEMA,
            "Warnings": WARNINGS_SCHEMA,
        },
        "responses": responses,
        "headers": {
            "ETag": {"description": "The version of what is shown, for If-Match and If-None-Match.", "schema": TEXT},
            "RetryAfter": {"description": "Seconds after which to try again.", "schema": {"type": "integer"}},
            "Warning": {"description": "299, with each parameter that the operation does not have.", "schema": TEXT},
            "IdempotencyReplayed": {
                "description": "`true` when this is the stored answer of the first request with this key.",
                "schema": TEXT,
            },
        },
        "parameters": {
            "AcceptLanguage": _build_parameter(
                "Accept-Language", "The language of sentences.", enum=["fr", "pt", "en"], default="fr"
            ),
            "IfMatch": _build_parameter("If-Match", "The ETag of the version that is changed; another one is refused."),
            "IfNoneMatch": _build_parameter("If-None-Match", "An ETag; 304 when that version is still the last."),
            "IdempotencyKey": _build_parameter(
                "Idempotency-Key", "Anything unique: repetitions have one effect and get one answer.", maxLength=255
            ),
            "Strict": {
                "name": "strict",
                "in": "query",
                "description": "Refuse parameters that this operation does not have, instead of a warning.",
                "schema": {"type": "boolean", "default": False},
            },
        },
    }
