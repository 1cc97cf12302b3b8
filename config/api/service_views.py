"""Serve health, readiness, the OpenAPI document, JSON-LD contexts, and errors outside views."""

import json
import re
import sys
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.generic import RedirectView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerView
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from config.api import envelope, etag, openapi_files
from config.api.database_faults import RETRY_SECONDS, find_database_problem
from config.api.exceptions import logger
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.schema import declare_operation
from config.api.statuses import build_headers
from config.api.viewer_words import WORDS
from config.api.views import EnvelopeView, HydraView
from config.content_policy import build_content_policy
from config.errors.problems import Problem, not_found
from config.malformed_requests import MALFORMED

# Readable without its style sheet, which a service that is starting may not have yet.
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Tabanca</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="{style}"><main><h1>Tabanca</h1><p>{sentence}</p>
<p><a href="/">{home}</a> <a href="/aide">{guide}</a></p></main></html>"""
UNDER_API = re.compile("/api(?:/|$)")
HYDRA = "http://www.w3.org/ns/hydra/core#"


class Health(EnvelopeView):
    """Report that the process responds, without checking anything else."""

    permission = PUBLIC
    authentication_classes: list = []

    @declare_operation("Le processus répond")
    def get(self, request: Any) -> Response:
        return self.ok({"statut": "ok"})


class Readiness(EnvelopeView):
    """Report that the database responds and contains Django's table of migrations."""

    permission = PUBLIC
    authentication_classes: list = []

    @declare_operation("Le service est prêt à répondre")
    def get(self, request: Any) -> Response:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM django_migrations")
        except DatabaseError:
            logger.warning("not ready", exc_info=True)
            raise Problem("SERVICE_UNAVAILABLE", retry_after=RETRY_SECONDS) from None
        return self.ok({"statut": "ok"})


@cache
def render_document(language: str | None) -> tuple[bytes, str]:
    """Return the OpenAPI document in a language (the active one) and its ETag.

    Stored on disk and for the life of the process, since making it takes seconds and it is the same for everybody.
    """
    document = openapi_files.load_document(language or settings.LANGUAGE_CODE, _build_document)
    return document, f'"{sha256(document).hexdigest()[:32]}"'


def _build_document() -> bytes:
    document = SchemaGenerator().get_schema(request=None, public=True)
    return JSONRenderer().render(document)  # without indentation: a third of it would be blanks


def find_language(request: HttpRequest) -> str:
    """Return the language that the address names (`?langue=`), else that of the browser."""
    chosen = request.GET.get("langue")
    return chosen if chosen in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


class SchemaView(SpectacularJSONAPIView):
    """Serve the OpenAPI 3.1 document."""

    permission = PUBLIC
    authentication_classes: list = []

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        document, tag = render_document(find_language(request))
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if etag.is_match(request.headers.get("If-None-Match"), tag):
            return HttpResponse(status=304, headers=headers)
        headers["Content-Disposition"] = 'inline; filename="tabanca.json"'
        return HttpResponse(document, content_type=OpenApiJsonRenderer.media_type, headers=headers)


class SchemaPage(SpectacularSwaggerView):
    """Serve the browsable OpenAPI document with assets of this installation, never of another host.

    The only page with inline styles: those of Swagger UI. Its own script stands in a file, with a search and contents.
    """

    permission = PUBLIC
    authentication_classes: list = []
    url = "/api/schema"
    template_name = "api-docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        language = find_language(request)
        with override(language):
            response = super().get(request, *args, **kwargs)
            response.data["words"] = json.dumps({english: str(word) for english, word in WORDS.items()})
        response.data["language"] = language
        response.data["host"] = settings.PUBLIC_URL.partition("://")[2]
        response.data["languages"] = settings.LANGUAGES
        return response

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        finished = super().finalize_response(request, response, *args, **kwargs)
        finished["Content-Security-Policy"] = build_content_policy(
            style_src="'self' 'unsafe-inline'", img_src="'self' data:"
        )
        return finished


class RedirectedPath(RedirectView):
    """Lead from an address with a slash at its end to the one without."""

    permission = PUBLIC
    http_method_names = ["get", "head"]


class UnknownPath(EnvelopeView):
    """Return NOT_FOUND for any other path under /api and /ogc; a browser is led from /api itself to the documents."""

    permission = PUBLIC
    schema = None

    def get(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseRedirect:
        # Not `request.accepts`: a client that says nothing accepts everything.
        if request.path in ("/api", "/api/") and "text/html" in request.headers.get("Accept", ""):
            return HttpResponseRedirect("/api/docs")
        raise not_found()

    def post(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        raise not_found()

    put = patch = delete = post


def _collect_hydra_views() -> dict[str, type[HydraView]]:
    found: dict[str, type[HydraView]] = {}
    waiting: list[type[HydraView]] = [HydraView]
    while waiting:
        view = waiting.pop()
        waiting += view.__subclasses__()
        if getattr(view, "kind", None):
            found.setdefault(view.kind, view)
    return found


def _list_field_names(view: type[HydraView]) -> list[str]:
    described = getattr(getattr(view, "get", None) or getattr(view, "post", None), "operation", None)
    return list(described.response().fields) if described and described.response else []


class JsonLdContext(EnvelopeView):
    """Serve the JSON-LD context of one type."""

    permission = AUTHENTICATED

    @declare_operation("Contexte JSON-LD d'un type")
    def get(self, request: Any, kind: str) -> Response:
        view = _collect_hydra_views().get(kind)
        if view is None and kind not in ("Error", "ConstraintViolationList", "EntryPoint"):
            raise not_found()
        vocabulary = request.build_absolute_uri("/api/docs.jsonld#")
        terms = {name: f"{kind}/{name}" for name in (_list_field_names(view) if view else [])}
        return Response({"@context": {"@vocab": vocabulary, "hydra": HYDRA, **terms}})


class ApiDocumentation(EnvelopeView):
    """Serve the Hydra documentation of the types of format A."""

    permission = AUTHENTICATED

    @declare_operation("Documentation Hydra")
    def get(self, request: Any) -> Response:
        def described(kind: str, view: type[HydraView]) -> dict[str, Any]:
            properties = [
                {"@type": "hydra:SupportedProperty", "hydra:title": name, "hydra:property": {"@id": f"#{kind}/{name}"}}
                for name in _list_field_names(view)
            ]
            return {
                "@id": f"#{kind}",
                "@type": "hydra:Class",
                "hydra:title": kind,
                "hydra:supportedProperty": properties,
            }

        return Response(
            {
                "@context": {"@vocab": request.build_absolute_uri("/api/docs.jsonld#"), "hydra": HYDRA},
                "@id": "/api/docs.jsonld",
                "@type": "hydra:ApiDocumentation",
                "hydra:title": "Tabanca",
                "hydra:entrypoint": "/api",
                "hydra:supportedClass": [
                    described(kind, view) for kind, view in sorted(_collect_hydra_views().items())
                ],
            }
        )


def render_server_error(request: HttpRequest) -> HttpResponse:
    """Return a 500 (or 503) for an exception outside any view of the API."""
    error = sys.exc_info()[1]
    problem = find_database_problem(error, request) if error else None
    told = {"requestId": getattr(request, "request_id", None)}
    return _render_problem(request, problem or Problem("INTERNAL_ERROR", data=told))


def render_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 400 for a request that reaches no view because it is malformed, or names another host."""
    return _render_problem(request, Problem("VALIDATION_ERROR", MALFORMED))


def render_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 404 for an unknown path."""
    return _render_problem(request, not_found())


def _render_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Render an error as HTML where HTML is accepted and the path is not under /api, else as JSON."""
    status, body = envelope.build_error_response(problem)
    if request.accepts("text/html") and not UNDER_API.match(request.path):
        page = format_html(
            PAGE,
            language=get_language(),
            style=static("api-docs/message.css"),
            sentence=problem.message,
            home=_("Ouvrir Tabanca"),
            guide=_("Guide de l'utilisateur"),
        )
        # A page that could not be read for a moment reloads itself.
        again = {"Refresh": "5"} if status == 503 and request.method == "GET" else {}
        return HttpResponse(page, status=status, headers=build_headers(problem) | again)
    return JsonResponse(body, status=status, headers=build_headers(problem))
