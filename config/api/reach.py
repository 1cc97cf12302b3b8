"""Check the reach of a change: some regions, or the whole country. The only check for rows outside regions.

Rows in a region are protected by `visible_to`. All other rows are shared: everybody may read them, and only callers
who see every region concerned may change them. A view declares `reach`; `config.api.permissions` enforces it.
"""

from typing import Any, Final

# The view's rows lie in regions: a row outside the caller's regions is reported as not found.
REGIONAL: Final = "regional"
# The view's writes concern the whole country.
NATIONAL: Final = "national"
# The row names the regions that it concerns (none means all): the service calls `require_reach`.
BY_ROW: Final = "by_row"
# The view's writes concern only the caller: their own account, files, jobs and notifications.
OWN: Final = "own"


def get_declared_reach(view: Any, method: str) -> str:
    """Return the reach that a view (or its class) declares for a method."""
    reach = view.reach
    return reach.get(method, REGIONAL) if isinstance(reach, dict) else reach
