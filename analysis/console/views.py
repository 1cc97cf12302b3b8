"""Serve the console: one page that calls only the public API, without reading the database."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from config.api.permissions import PUBLIC
from config.content_policy import build_content_policy

# Preloaded by the page (except the pages next to the map, in `pages/`, which load when opened), so that the browser
# requests them together and not level by level of imports.
MODULES = sorted(path.name for path in (Path(__file__).parent / "static" / "console").glob("*.js"))


class Console(View):
    """Serve the page of the console, which is the same for every user: the API enforces permissions."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = render(request, "console.html", {"modules": [f"console/{name}" for name in MODULES]})
        response["Content-Security-Policy"] = build_content_policy()
        response["Cache-Control"] = "no-cache"
        return response
