"""Answers that are dear to make, remembered per version of the map and per scope.

Every process remembers for itself; the version, read from the database each time, keeps two of them from telling
different things. Never one caller's rows for another's.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final, cast

from django.core.cache import cache

from config.api.rendering import dumps
from config.sql import Queries

SQL = Queries(__file__, "layers.sql")
# Only so that what nobody asks for any more is forgotten.
SECONDS: Final = 600


def remember(name: str, user: Any, make: Callable[[], Any], *parts: Any) -> bytes:
    """JSON of what `make` answers, made anew when any layer has changed.

    The scope is the regions and the rights of the caller: both decide what is counted. The version is read first: what
    is made is of that version or newer.
    """
    version = SQL.one("version_of_all")["version"]
    regions = "all" if user.region_ids is None else sorted(map(str, user.region_ids))
    known = repr((version, regions, sorted(user.permissions), parts))
    scope = hashlib.blake2b(known.encode(), digest_size=16).hexdigest()
    return cast(bytes, cache.get_or_set(f"map:{name}:{scope}", lambda: dumps(make()), SECONDS))
