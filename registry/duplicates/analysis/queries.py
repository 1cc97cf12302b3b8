"""Find when duplicates were last searched."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from accounts.audit.api import list_operations_of_all
from config.caller import Scope
from registry.duplicates.rules import DUPLICATE_ANALYSIS

# Of so many searches one is looked for that covers the caller's regions.
NEWEST: Final = 50


@dataclass(frozen=True)
class LastAnalysis:
    """Describe a search; without one all is null. The counts are null when it went beyond the regions of who asks."""

    faite_le: datetime | None = None
    menages: int | None = None
    paires: int | None = None


def _is_whole(filters: dict[str, Any], user: Scope) -> bool:
    """Return whether a search compared all that `user` sees."""
    regions = filters.get("regions")
    if any(value is not None for name, value in filters.items() if name not in ("regions", "langue")):
        return False
    if regions is None:
        return True
    return user.region_ids is not None and {*map(str, user.region_ids)} <= {*map(str, regions)}


def find_last_analysis(user: Scope) -> LastAnalysis:
    """Return the newest search of all households that `user` sees."""
    for done in list_operations_of_all(DUPLICATE_ANALYSIS, NEWEST):
        details = done.details or {}
        filters = details.get("filtre") or {}
        if not _is_whole(filters, user):
            continue
        result = details.get("resultat") or {}
        own = None if user.region_ids is None else {*map(str, user.region_ids)}
        searched = None if filters.get("regions") is None else {*map(str, filters["regions"])}
        is_same = own == searched
        return LastAnalysis(
            faite_le=done.date,
            menages=result.get("menages") if is_same else None,
            paires=result.get("paires") if is_same else None,
        )
    return LastAnalysis()
