"""The console: one page that calls only the public API. Nothing of the database is read here."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from config.api.permissions import PUBLIC
from config.policy import content_policy

# Told to the browser at once (but for the pages beside the map, read when they are opened), so that it asks for all of them together and not one depth of imports after the other.
MODULES = sorted(path.name for path in (Path(__file__).parent / "static" / "console").glob("*.js"))


class Console(View):
    """The page is the same for everybody: who may see what is the API's answer, not this view's."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = render(request, "console.html", {"modules": [f"console/{name}" for name in MODULES]})
        response["Content-Security-Policy"] = content_policy()
        response["Cache-Control"] = "no-cache"
        return response
