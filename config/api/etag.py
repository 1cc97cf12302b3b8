"""ETag and If-Match: a write that carries the tag of an old version is refused with CONFLICT."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from config.api.problems import conflict


def tag(identity: UUID, changed: datetime) -> str:
    """The strong tag of one version of a row."""
    return f'"{identity.hex[-12:]}-{int(changed.timestamp() * 1_000_000):x}"'


def _tags(header: str) -> set[str]:
    return {item.strip().removeprefix("W/") for item in header.split(",") if item.strip()}


def matches(header: str | None, current: str) -> bool:
    """Whether an If-None-Match header names the current version."""
    return bool(header) and bool(_tags(header or "") & {current, "*"})


def require_match(request: Any, current: str) -> None:
    """Raise CONFLICT when the request's If-Match names another version; to be called under the row's lock."""
    header = request.headers.get("If-Match")
    if header and not _tags(header) & {current, "*"}:
        raise conflict(_("La ressource a été modifiée par quelqu'un d'autre. Rechargez-la, puis recommencez."))
