"""Answers kept for some minutes, per scope: never one caller's rows for another's."""

import hashlib
from collections.abc import Callable
from typing import Any, cast

from django.core.cache import cache

from config.api.rendering import dumps

HIERARCHY_SECONDS = 600
LAYERS_SECONDS = 300
SCHOOLS_SECONDS = 300


def kept(name: str, user: Any, seconds: int, make: Callable[[], Any], *parts: Any) -> bytes:
    """JSON of what `make` answers, at most `seconds` old, kept for this process and this scope.

    The scope is the regions and the rights of the caller: both decide what is counted.
    """
    regions = "all" if user.region_ids is None else sorted(map(str, user.region_ids))
    known = repr((regions, sorted(user.permissions), parts))
    scope = hashlib.blake2b(known.encode(), digest_size=16).hexdigest()
    return cast(bytes, cache.get_or_set(f"atlas:{name}:{scope}", lambda: dumps(make()), seconds))
