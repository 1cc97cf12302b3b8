"""Compute ETags and check If-Match: a write with the tag of an older version is refused with CONFLICT."""

from datetime import datetime
from hashlib import md5
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from config.errors.problems import conflict

# Separates the version of the row from the digest of other data in the response.
BESIDE: Final = "~"


def compute_etag(identity: UUID, changed: datetime, shown: Any = None) -> str:
    """Return the strong tag of one version of a row.

    Pass `shown` where the response contains more than the row (related rows, what is in force today): another response
    then has another tag, but If-Match still compares only the version of the row.
    """
    own = f"{identity.hex[-12:]}-{int(changed.timestamp() * 1_000_000):x}"
    if shown is None:
        return f'"{own}"'
    return f'"{own}{BESIDE}{md5(repr(shown).encode(), usedforsecurity=False).hexdigest()}"'


def _extract_version(item: str) -> str:
    """Return the part of a tag that identifies the version of the row."""
    return item.strip('"').partition(BESIDE)[0]


def _parse_tags(header: str) -> set[str]:
    return {item.strip().removeprefix("W/") for item in header.split(",") if item.strip()}


def is_match(header: str | None, current: str) -> bool:
    """Return whether an If-None-Match header names the current version."""
    return bool(header) and bool(_parse_tags(header or "") & {current, "*"})


def require_match(request: Any, current: str) -> None:
    """Raise CONFLICT when the request's If-Match names another version. Call it with the row locked."""
    header = request.headers.get("If-Match")
    if header and not {_extract_version(item) for item in _parse_tags(header)} & {_extract_version(current), "*"}:
        raise conflict(_("La ressource a été modifiée par quelqu'un d'autre. Rechargez-la, puis recommencez."))
