"""Serve the console: one page that calls only the public API, without reading the database."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from analysis.console.packing.packs import LOGO, build_worker, read_packs
from config.api.permissions import PUBLIC
from config.content_policy import build_content_policy
from config.static_files import KEPT_FOR_A_YEAR, compute_digest, find_static_address


class Console(View):
    """Serve the page of the console, which is the same for every user: the API enforces permissions."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        packs = read_packs()
        shown = {"script": packs.script, "style": packs.style, "logo": find_static_address(LOGO)}
        response = render(request, "console.html", shown)
        response["Content-Security-Policy"] = build_content_policy()
        response["Cache-Control"] = "no-cache"
        return response


class Pack(View):
    """Serve a file of the page. A page from before an update gets the file of today, which is not kept."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, digest: str, name: str) -> HttpResponse:
        found = read_packs().files.get(name)
        if found is None:
            raise Http404
        kind, text = found
        content = text.encode()
        response = HttpResponse(content, content_type=f"{kind}; charset=utf-8")
        response["Cache-Control"] = KEPT_FOR_A_YEAR if digest == compute_digest(content) else "no-cache"
        return response


class Worker(View):
    """Serve the worker that keeps the page for days without a connection."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        response = HttpResponse(build_worker(), content_type="text/javascript; charset=utf-8")
        response["Cache-Control"] = "no-cache"
        return response
