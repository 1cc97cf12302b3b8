"""ETag and If-Match: a write that carries the tag of an old version is refused with CONFLICT."""

from datetime import datetime
from hashlib import md5
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from config.api.problems import conflict

# What stands behind it in a tag is not the row's own.
BESIDE: Final = "~"


def tag(identity: UUID, changed: datetime, shown: Any = None) -> str:
    """The strong tag of one version of a row; `shown` where the answer tells more than the row (what it refers to, what
    is in force today): another answer is another tag, and yet no other version of the row."""
    own = f"{identity.hex[-12:]}-{int(changed.timestamp() * 1_000_000):x}"
    if shown is None:
        return f'"{own}"'
    return f'"{own}{BESIDE}{md5(repr(shown).encode(), usedforsecurity=False).hexdigest()}"'


def _own(item: str) -> str:
    """The part of a tag that says which version of the row it is."""
    return item.strip('"').partition(BESIDE)[0]


def _tags(header: str) -> set[str]:
    return {item.strip().removeprefix("W/") for item in header.split(",") if item.strip()}


def matches(header: str | None, current: str) -> bool:
    """Whether an If-None-Match header names the current version."""
    return bool(header) and bool(_tags(header or "") & {current, "*"})


def require_match(request: Any, current: str) -> None:
    """Raise CONFLICT when the request's If-Match names another version; to be called under the row's lock."""
    header = request.headers.get("If-Match")
    if header and not {_own(item) for item in _tags(header)} & {_own(current), "*"}:
        raise conflict(_("La ressource a été modifiée par quelqu'un d'autre. Rechargez-la, puis recommencez."))
