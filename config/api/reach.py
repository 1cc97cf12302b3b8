"""The reach of a change: some regions, or the whole country. The one door for what is not of a single region.

Rows that lie in a region are guarded by `visible_to`. Everything else is shared: everybody may read it, and only who
sees all that it concerns may change it. A view declares `reach`; `config.api.permissions` holds the caller to it.
"""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from config.api.problems import forbidden

# The rows of a view lie in regions: a row outside of the caller's does not exist for the caller.
REGIONAL: Final = "regional"
# What a view writes concerns the whole country.
NATIONAL: Final = "national"
# The row names the regions that it concerns, and none for all: its service calls `require_reach`.
BY_ROW: Final = "by_row"
# What a view writes concerns the caller alone: the own account, files, jobs and notifications.
OWN: Final = "own"


def declared_reach(view: Any, method: str) -> str:
    """Return the reach that a view (or its class) declares for a method."""
    reach = view.reach
    return reach.get(method, REGIONAL) if isinstance(reach, dict) else reach


def require_reach(caller: Any, regions: Iterable[UUID] = (), message: str | None = None) -> None:
    """Raise FORBIDDEN unless the caller sees each of `regions`; without any, the whole country."""
    if caller.region_ids is None:
        return
    concerned = {*regions}
    if not concerned:
        raise forbidden(message or _("Cela vaut pour tout le pays : il faut un compte qui voit toutes les régions."))
    if not concerned.issubset(caller.region_ids):
        raise forbidden(message or _("Cela concerne aussi des régions qui ne sont pas les vôtres."))
