"""Filter the rows that the quality dashboard counts."""

from typing import Any, Final

from config.caller import Scope
from geo.scope.models import ScopedQuerySet

DASHBOARD_LOOKUPS: Final = {
    "region": "region_id__in",
    "secteur": "secteur_id__in",
    "campagne": "campagne_id__in",
    "enqueteur": "enqueteur_id__in",
    "projet": "projet_id__in",
}
# Bounds on the day of a household or of a tally row.
DAY_LOOKUPS: Final = {"dateDebut": "gte", "dateFin": "lte"}


def filter_visible_rows(rows: ScopedQuerySet, query: dict[str, Any], day: str, user: Scope) -> ScopedQuerySet:
    """Return the rows that `user` can see and that match the filters; `day` is the lookup of their day."""
    names = DASHBOARD_LOOKUPS | {name: f"{day}__{bound}" for name, bound in DAY_LOOKUPS.items()}
    wanted = {lookup: query[name] for name, lookup in names.items() if query.get(name) is not None}
    return rows.filter(**wanted).visible_to(user)
