"""Compress responses for clients that reach the service without nginx, which compresses those of its own clients."""

import re
from typing import Any, Final

from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# As in `config/front.conf`. Other files (workbooks, GeoPackages, Parquet, PDF, pictures) are compressed in themselves,
# and pages of the administration stay as they are.
COMPRESSED_TYPES: Final = frozenset(
    {
        "application/geo+json",
        "application/javascript",
        "application/json",
        "application/ld+json",
        "application/schema+json",
        "application/vnd.mapbox-vector-tile",
        "application/vnd.oai.openapi+json",
        "image/svg+xml",
        "text/css",
        "text/csv",
        "text/javascript",
        "text/plain",
    }
)
# Beginnings of paths, as in `config/front.conf`, whose responses hold secrets: their length beside data of the caller
# could reveal these (BREACH).
SECRET_PATHS: Final = ("/api/auth/", "/(api/public/|plainte(/|$))")
# What fits into one packet is not worth the work.
SHORTEST: Final = 1024


class CompressMiddleware(GZipMiddleware):
    """Compress responses of the types in COMPRESSED_TYPES, streams block by block.

    A compressed response has a weak ETag, and so has the 304 to a client that names one. A stream that fails is cut
    before the end mark of gzip, as without compression before that of its transfer.
    """

    def process_response(self, request: Any, response: Any) -> Any:
        if response.status_code == 304:
            return _complete_not_modified(request, response)
        if not _is_compressible(request, response):
            return response
        if _accepts_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


def _complete_not_modified(request: Any, response: Any) -> Any:
    """Give a 304 what its 200 would have had (RFC 9110, 15.4.5).

    That is what it varies by, and the weak tag that the client named: a cache then finds the response that it keeps.
    """
    patch_vary_headers(response, ("Accept-Encoding",))
    tag = response.headers.get("ETag", "")
    if tag.startswith('"') and f"W/{tag}" in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response.headers["ETag"] = f"W/{tag}"
    return response


def _is_compressible(request: Any, response: Any) -> bool:
    media = response.headers.get("Content-Type", "").partition(";")[0]
    if media not in COMPRESSED_TYPES or any(re.match(path, request.path_info) for path in SECRET_PATHS):
        return False
    return response.streaming or len(response.content) >= SHORTEST


def _accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header names gzip, and not only to refuse it (`gzip;q=0`)."""
    for part in header.lower().replace(" ", "").split(","):
        coding, _semicolon, weight = part.partition(";")
        if coding == "gzip":
            return not weight or weight.strip("q=0.") != ""
    return False
