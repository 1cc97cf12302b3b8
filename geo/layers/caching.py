"""Cache expensive responses per version of the map and per scope.

Each process has its own cache. The version is read from the database for each request, so that processes do not return
different states. A response is never shared between callers with different regions or permissions.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final, cast

from django.core.cache import cache

from config.api.rendering import render_json
from config.caller import Caller
from config.sql import Queries

SQL = Queries(__file__, "layers.sql")
# Only evicts entries that are no longer requested: the version invalidates them.
SECONDS: Final = 600


def cache_response(name: str, user: Caller, make: Callable[[], Any], *parts: Any) -> bytes:
    """Return the JSON of what `make` returns, from the cache unless any layer has changed.

    The key contains the regions and the permissions of the caller, as both decide what is counted, and `parts`. The
    version is read before `make` runs, so the cached value is of that version or newer.
    """
    version = SQL.fetch_one("version_of_all")["version"]
    regions = "all" if user.region_ids is None else sorted(map(str, user.region_ids))
    known = repr((version, regions, sorted(user.permissions), parts))
    scope = hashlib.blake2b(known.encode(), digest_size=16).hexdigest()
    return cast(bytes, cache.get_or_set(f"map:{name}:{scope}", lambda: render_json(make()), SECONDS))
