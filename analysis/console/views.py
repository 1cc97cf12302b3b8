"""Serve the console: one page that calls only the public API, without reading the database."""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from analysis.console.queries import find_pack
from config.api.permissions import PUBLIC
from config.content_policy import build_content_policy
from registry.households.api import format_example_phone, list_phone_lengths

STATIC = Path(__file__).parent / "static"
WORKER = (Path(__file__).parent / "worker.js").read_text()
# The folders of pages next to the map, which load when they are opened.
LATER = frozenset(
    STATIC / "console" / name
    for name in (
        "dashboard",
        "graduation",
        "household",
        "pages",
        "payments",
        "protection",
        "reconciliation",
        "targeting",
    )
)
# Preloaded by the page, except what comes later, so that the browser
# requests them together and not level by level of imports.
MODULES = sorted(
    str(path.relative_to(STATIC)) for path in (STATIC / "console").rglob("*.js") if LATER.isdisjoint(path.parents)
)
# The sheets of styles.css, which the page loads one by one where they are not bundled.
STYLES = re.findall(r'@import "\./(.+?)";', (STATIC / "console" / "styles.css").read_text())
# The script builds of the console's libraries, in the order in which they need each other (see `preact.js`).
SCRIPTS = (
    "vendor/preact/preact.min.umd.js",
    "vendor/preact-hooks/hooks.umd.js",
    "vendor/preact-signals-core/signals-core.min.js",
    "vendor/preact-signals/signals.min.js",
    "vendor/htm/htm.umd.js",
)
PARTS = {"modules": MODULES, "scripts": SCRIPTS, "styles": [f"console/{name}" for name in STYLES]}


class Console(View):
    """Serve the page of the console, which is the same for every user: the API enforces permissions."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        pack = find_pack()
        parts: dict[str, Any] = {"pack": pack} if pack else PARTS
        named = {
            "institution": settings.INSTITUTION,
            "institution_pt": settings.INSTITUTION_PT,
            "institution_en": settings.INSTITUTION_EN,
            "contact": settings.HELP_CONTACT,
            "phone_lengths": list_phone_lengths(),
            "phone_example": format_example_phone(),
        }
        response = render(request, "console.html", parts | named)
        response["Content-Security-Policy"] = build_content_policy()
        response["Cache-Control"] = "no-cache"
        return response


class ConsoleWorker(View):
    """Serve the service worker, which keeps the files of the bundle on the device."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        pack = find_pack()
        known = json.dumps({"version": pack.version, "files": pack.files} if pack else None)
        response = HttpResponse(f"globalThis.PACK = {known};\n{WORKER}", content_type="text/javascript; charset=utf-8")
        response["Content-Security-Policy"] = build_content_policy()
        response["Cache-Control"] = "no-cache"
        return response
