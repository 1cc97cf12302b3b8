"""What can be counted in cells. Upper features add theirs from a `hooks.py`: points with a poverty score, or none."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from registry.households.models import Household

TYPES = ("menages", "beneficiaires", "plaintes")
# From the caller and the filters (region: UUIDs, categorie: codes) to visible rows with `geom` (a point, not null)
# and `score_pmt`, which may be annotations.
Source = Callable[[Any, dict[str, Any]], QuerySet]
_sources: dict[str, Source] = {}
FILTERS = {"region": "region_id__in", "categorie": "categorie_pauvrete__in"}


def register(name: str, source: Source) -> None:
    """Declare what a documented type counts."""
    if name not in TYPES:
        raise KeyError(name)
    _sources[name] = source


def points(name: str, user: Any, filters: dict[str, Any]) -> QuerySet | None:
    """The visible points of a type; None while no feature has registered it."""
    source = _sources.get(name)
    return source(user, filters) if source else None


def _households(user: Any, filters: dict[str, Any]) -> QuerySet:
    lookups = {lookup: filters[name] for name, lookup in FILTERS.items() if filters.get(name)}
    return Household.objects.visible_to(user).filter(geom__isnull=False, **lookups)


register("menages", _households)
