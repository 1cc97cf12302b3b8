"""Build response bodies in format A: JSON-LD with the Hydra vocabulary."""

from typing import Any
from urllib.parse import urlencode

from config.api.envelope import EnvelopeRenderer
from config.api.statuses import STATUSES, QueryProblem, get_status
from config.errors.problems import MESSAGES, Problem
from config.paging import Page


class HydraRenderer(EnvelopeRenderer):
    """Render the same JSON under the JSON-LD media type."""

    media_type = "application/ld+json"
    format = "jsonld"


def build_context_iri(kind: str) -> str:
    return f"/api/contexts/{kind}"


def build_node(kind: str, collection: str, item: dict[str, Any]) -> dict[str, Any]:
    """Return a resource inside another one: `@id` and `@type`, then its fields."""
    return {"@id": f"/api/{collection}/{item['id']}", "@type": kind, **item}


def build_resource_response(kind: str, collection: str, item: dict[str, Any]) -> dict[str, Any]:
    """Return a resource as the body of a response."""
    return {"@context": build_context_iri(kind), **build_node(kind, collection, item)}


def build_collection_response(
    kind: str, path: str, query: dict[str, Any], page: Page, nodes: list[dict]
) -> dict[str, Any]:
    """Return a page of resources; the page links are built from the request's `path` and `query`."""

    def link(number: int) -> str:
        return f"{path}?{urlencode({**query, 'page': number}, doseq=True)}"

    view = {
        "@id": link(page.page),
        "@type": "hydra:PartialCollectionView",
        "hydra:first": link(1),
        "hydra:last": link(max(page.page_count, 1)),
    }
    if 1 < page.page <= page.page_count + 1:
        view["hydra:previous"] = link(page.page - 1)
    if page.page < page.page_count:
        view["hydra:next"] = link(page.page + 1)
    return {
        "@context": build_context_iri(kind),
        "@id": path,
        "@type": "hydra:Collection",
        "hydra:totalItems": page.total,
        "hydra:member": nodes,
        "hydra:view": view,
    }


def add_warnings(body: dict[str, Any], warnings: list[dict[str, str]]) -> None:
    """Add what the caller should know of the request to a collection; a resource has its own fields only."""
    if body.get("@type") == "hydra:Collection":
        body["avertissements"] = warnings


def build_error_response(problem: Problem) -> tuple[int, dict[str, Any]]:
    """Return the status and body of an error: field errors are 422 violations, all others a hydra:Error."""
    violations = [
        {"propertyPath": path, "message": str(line)} for path, lines in problem.details.items() for line in lines
    ]
    if (
        problem.code in ("VALIDATION_ERROR", "CONSTRAINT_VIOLATION")
        and violations
        and not isinstance(problem, QueryProblem)
    ):
        body: dict[str, Any] = {
            "@context": build_context_iri("ConstraintViolationList"),
            "@type": "ConstraintViolationList",
            "hydra:title": str(MESSAGES["CONSTRAINT_VIOLATION"]),
            "hydra:description": "\n".join(f"{line['propertyPath']}: {line['message']}" for line in violations),
            "violations": violations,
        }
        return STATUSES["CONSTRAINT_VIOLATION"], body
    status = 409 if problem.code == "HAS_DEPENDENCIES" else get_status(problem)
    return status, {
        "@context": build_context_iri("Error"),
        "@type": "hydra:Error",
        "hydra:title": str(MESSAGES[problem.code]),
        "hydra:description": "\n".join(
            [str(problem.message), *(f"{v['propertyPath']}: {v['message']}" for v in violations)]
        ),
        "code": problem.code,
    }
