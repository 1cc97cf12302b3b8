"""Define what all operations of the OpenAPI document share: answers to refused requests, headers, common parameters."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.api.statuses import STATUSES
from config.errors.problems import MESSAGES

TEXT: Final = {"type": "string"}
JSON, JSON_LD = "application/json", "application/ld+json"

ERROR_SCHEMA: Final = {
    "type": "object",
    "required": ["success", "error", "code"],
    "properties": {
        "success": {"type": "boolean", "const": False},
        "error": {"type": "string", "description": _("Une phrase pour les personnes, dans la langue de la demande.")},
        "code": {"type": "string", "enum": sorted(STATUSES)},
        "details": {
            "type": "object",
            "description": _("Les phrases sur chaque champ ou paramètre en faute."),
            "additionalProperties": {"type": "array", "items": TEXT},
        },
        "data": {"description": _("Ce qu'il faut d'autre à un client pour continuer.")},
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
    "description": _("Paramètres de la demande que cette opération n'a pas ; absent quand il n'y en a pas."),
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
    400: ("VALIDATION_ERROR", _("Un paramètre ou un champ est faux, ou l'état ne le permet pas.")),
    401: ("UNAUTHENTICATED", _("Aucun jeton, ou un jeton inconnu, expiré ou fermé.")),
    403: ("FORBIDDEN", _("Le rôle n'a pas la permission, ou le compte a autre chose à faire d'abord.")),
    404: (
        "NOT_FOUND",
        _("N'existe pas, ou est hors des régions de l'appelant : la réponse ne dit pas lequel des deux."),
    ),
    409: (
        "CONFLICT",
        _("Quelqu'un d'autre l'a modifié entre-temps, ou la clé d'idempotence a servi à une autre demande."),
    ),
    410: ("CURSOR_EXPIRED", _("Le curseur est trop ancien, ou d'une autre portée : recommencez sans lui.")),
    413: ("PAYLOAD_TOO_LARGE", _("Le corps est trop grand.")),
    415: ("UNSUPPORTED_MEDIA", _("Le type du corps n'est pas accepté.")),
    422: ("CONSTRAINT_VIOLATION", _("Un champ du corps est faux.")),
    423: ("ACCOUNT_LOCKED", _("Trop de connexions refusées ; voir Retry-After.")),
    429: ("RATE_LIMITED", _("Trop de demandes ; voir Retry-After.")),
    503: (
        "SERVICE_UNAVAILABLE",
        _("Le service est absent un moment, ou la demande dure trop longtemps ; voir Retry-After."),
    ),
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


def _build_parameter(name: str, description: Any, place: str = "header", **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "description": description, "schema": {**TEXT, **schema}}


def build_parts() -> dict[str, dict[str, Any]]:
    """Return the components that operations refer to, with sentences in the active language."""
    parts: dict[str, dict[str, Any]] = _put_in_words(_list_parts())
    return parts


def _put_in_words(node: Any) -> Any:
    """Return a copy in which each sentence is written in the active language."""
    if isinstance(node, dict):
        return {key: _put_in_words(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_put_in_words(value) for value in node]
    return str(node) if isinstance(node, Promise) else node


def _list_parts() -> dict[str, dict[str, Any]]:
    responses = {
        f"{style}{status}": _build_error(status, style, media) for style, media in STYLES.items() for status in ERRORS
    }
    job = {"schema": {"$ref": "#/components/schemas/StartedJob"}}
    responses["Accepted"] = {
        "description": _("Le travail continue comme tâche : suivez-la sous `/api/jobs/{job_id}`."),
        "content": {JSON: job},
    }
    responses["NotModified"] = {"description": _("Inchangé depuis la version que nomme If-None-Match.")}
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
            "ETag": {
                "description": _("La version de ce qui est montré, pour If-Match et If-None-Match."),
                "schema": TEXT,
            },
            "RetryAfter": {"description": _("Secondes après lesquelles réessayer."), "schema": {"type": "integer"}},
            "Warning": {"description": _("299, avec chaque paramètre que l'opération n'a pas."), "schema": TEXT},
            "IdempotencyReplayed": {
                "description": _("`true` quand c'est la réponse gardée de la première demande avec cette clé."),
                "schema": TEXT,
            },
        },
        "parameters": {
            "AcceptLanguage": _build_parameter(
                "Accept-Language", _("La langue des phrases."), enum=["fr", "pt", "en"], default="fr"
            ),
            "IfMatch": _build_parameter(
                "If-Match", _("L'ETag de la version que l'on modifie ; une autre est refusée.")
            ),
            "IfNoneMatch": _build_parameter(
                "If-None-Match", _("Un ETag ; 304 tant que cette version est la dernière.")
            ),
            "IdempotencyKey": _build_parameter(
                "Idempotency-Key",
                _("Une valeur unique : les répétitions n'ont qu'un effet et la même réponse."),
                maxLength=255,
            ),
            "Strict": {
                "name": "strict",
                "in": "query",
                "description": _("Refuser les paramètres que cette opération n'a pas, au lieu d'avertir."),
                "schema": {"type": "boolean", "default": False},
            },
        },
    }
