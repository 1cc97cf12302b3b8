"""The files that the console's page loads, by the address that names their content."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

from analysis.console.packing.linker import ENTRY, Linker
from config.static_files import compute_digest, find_static_address

STATIC: Final = Path(__file__).resolve().parents[1] / "static"
FOLDER: Final = STATIC / "console"
# The script builds of the console's libraries, in the order in which they need each other (see `preact.js`).
SCRIPTS: Final = (
    ("preact", "preact.min.umd.js"),
    ("preact-hooks", "hooks.umd.js"),
    ("preact-signals-core", "signals-core.min.js"),
    ("preact-signals", "signals.min.js"),
    ("htm", "htm.umd.js"),
)
STYLES: Final = (
    "base",
    "panels",
    "pages",
    "work",
    "payments",
    "reconciliation",
    "protection",
    "dashboard",
    "targeting",
    "complaints",
    "desk",
    "phone",
)
MAP: Final = ("maplibre-gl.mjs", "maplibre-gl-worker.mjs")
LOGO: Final = "console/icons/tabanca.svg"
# Pages that take entries without a connection: the worker keeps them though they were never opened.
OFFLINE: Final = ("household/form.js", "complaints/complaints.js", "pages/sending.js")
WORKER: Final = "worker/service-worker.js"
PREFIX: Final = "/fichiers/paquets/"
# `$` holds what each module exports; `$load` brings one that is in another pack.
BEGIN: Final = '(() => {\n"use strict";\nconst { $, $load } = globalThis.tabanca;\n'
END: Final = "})();\n"


@dataclass(frozen=True)
class Packs:
    """The packs by their file name, and what the page and its worker ask for first."""

    files: dict[str, tuple[str, str]]  # name: (content type, text)
    script: str
    style: str
    kept: list[str]


def read_packs() -> Packs:
    """Return the packs: made once, while developing at each request."""
    return make_packs() if settings.DEBUG else _read_kept()


def make_packs() -> Packs:
    """Join modules and styles."""
    linker = Linker(FOLDER, find_static_address)
    start = list(linker.list_needed(ENTRY, set()))
    files: dict[str, tuple[str, str]] = {}
    addresses = _add_later(linker, start, files)
    libraries = [(_find_vendor(name) / file).read_text(encoding="utf-8") for name, file in SCRIPTS]
    opening = f"globalThis.tabanca = {{ $: {{}}, $load: null }};\n{BEGIN.replace(', $load', '')}"
    loading = (
        f"const addresses = {json.dumps(addresses)};\n"
        "const $load = (name) => import(addresses[name]).then(() => $[name]);\n"
        "globalThis.tabanca.$load = $load;\n"
    )
    text = ";\n".join([*libraries, f"{opening}{loading}{linker.join(start)}{END}"])
    script = _add(files, "console", "js", text)
    style = _add(files, "console", "css", "".join((FOLDER / f"{name}.css").read_text("utf-8") for name in STYLES))
    kept = [
        script,
        style,
        find_static_address(LOGO),
        *(find_static_address(f"vendor/maplibre-gl/{name}") for name in MAP),
        *(addresses[name] for name in OFFLINE if name in addresses),
    ]
    return Packs(files, script, style, kept)


_read_kept = lru_cache(maxsize=1)(make_packs)


def _add_later(linker: Linker, start: list[str], files: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Add the packs of modules that load later; return each one's address."""
    addresses: dict[str, str] = {}
    waiting = linker.find_later(start)
    while waiting - addresses.keys():
        entry = min(waiting - addresses.keys())
        needed = list(linker.list_needed(entry, set(start)))
        waiting |= linker.find_later(needed)
        name = entry.removesuffix(".js").replace("/", "-")
        addresses[entry] = _add(files, name, "js", f"{BEGIN}{linker.join(needed)}{END}")
    return addresses


def _add(files: dict[str, tuple[str, str]], name: str, suffix: str, text: str) -> str:
    """Add a file under the name and digest of its content; return its address."""
    kind = {"js": "text/javascript", "css": "text/css"}[suffix]
    files[f"{name}.{suffix}"] = (kind, text)
    return f"{PREFIX}{compute_digest(text.encode())}/{name}.{suffix}"


def _find_vendor(name: str) -> Path:
    return Path(settings.BASE_DIR) / "node_modules" / settings.VENDOR_FOLDERS[name]


def build_worker() -> str:
    """Return the worker's script, with the addresses that it keeps: another version is another script."""
    kept = json.dumps({"kept": read_packs().kept})
    return f"globalThis.tabanca = {kept};\n{(FOLDER / WORKER).read_text(encoding='utf-8')}"
