"""Serve static files at addresses that name their content, which browsers keep for a year.

`/fichiers/<digest>/console/icons/x.svg` is the file `console/icons/x.svg`. The digest stands in a folder and not in the
file's name, so that files of one library still find each other by their relative addresses.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.middleware import WhiteNoiseMiddleware

ADDRESS: Final = re.compile(r"^/fichiers/(?P<digest>[0-9a-f]{16})(?P<path>/.+)$")
KEPT_FOR_A_YEAR: Final = "max-age=31536000, public, immutable"
# What a page may load; a library's sources and maps are not worth reading at each start.
HASHED_SUFFIXES: Final = frozenset({".css", ".js", ".json", ".mjs", ".svg"})


def find_part(path: str) -> str:
    """Return the folder whose files change together: a library, or all of one application's."""
    parts = path.strip("/").split("/")
    return "/".join(parts[:2]) if parts[0] == "vendor" else parts[0]


def compute_digest(content: bytes) -> str:
    """Return the digest that stands in an address."""
    return hashlib.sha256(content).hexdigest()[:16]


def read_part_digest(part: str) -> str:
    """Return the digest of a folder's files; empty for a folder that is not there."""
    return _hash_part(part) if settings.DEBUG else _read_kept_digest(part)


def _hash_part(part: str) -> str:
    folder = finders.find(f"{part}/")
    if not folder:
        return ""
    made = hashlib.sha256()
    for path in sorted(Path(str(folder)).rglob("*")):
        if path.suffix in HASHED_SUFFIXES:
            made.update(f"{path.relative_to(str(folder))}:{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return made.hexdigest()[:16]


_read_kept_digest = lru_cache(maxsize=64)(_hash_part)


def find_static_address(path: str) -> str:
    """Return the address of a static file that changes with its content."""
    return f"/fichiers/{read_part_digest(find_part(path))}/{path}"


class AddressedFilesMiddleware(WhiteNoiseMiddleware):
    """Serve static files as WhiteNoise does, and those of a current digest for a year."""

    def __call__(self, request: Any) -> Any:
        found = ADDRESS.match(request.path_info)
        if not found:
            return super().__call__(request)
        url = f"/static{found['path']}"
        file = self.find_file(url) if self.autorefresh else self.files.get(url)
        if file is None:
            return self.get_response(request)
        response = self.serve(file, request)
        if found["digest"] == read_part_digest(find_part(found["path"])):
            response["Cache-Control"] = KEPT_FOR_A_YEAR
        return response
