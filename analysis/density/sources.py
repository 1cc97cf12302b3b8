"""What can be counted in cells. Upper features add theirs from a `hooks.py`: points with a poverty score, or none."""

from collections.abc import Callable
from typing import Any

from django.db.models import F, QuerySet

from config.api.problems import forbidden
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary

TYPES = ("menages", "beneficiaires", "plaintes")
# From the caller and the filters (region: UUIDs, categorie: codes) to visible rows with `geom` (a point, not null)
# and `score_pmt`, which may be annotations.
Source = Callable[[Any, dict[str, Any]], QuerySet]
# A source, and the permission to read its rows one by one: a small cell shows a single one.
_sources: dict[str, tuple[str, Source]] = {}
FILTERS = {"region": "region_id__in", "categorie": "categorie_pauvrete__in"}


def register(name: str, permission: str, source: Source) -> None:
    """Declare what a documented type counts, and what a caller must hold to read those rows."""
    if name not in TYPES:
        raise KeyError(name)
    _sources[name] = permission, source


def points(name: str, user: Any, filters: dict[str, Any]) -> QuerySet | None:
    """The visible points of a type; None while no feature has registered it. Raises FORBIDDEN."""
    if name not in _sources:
        return None
    permission, source = _sources[name]
    if not user.holds(permission):
        raise forbidden()
    return source(user, filters)


def _households(user: Any, filters: dict[str, Any]) -> QuerySet:
    lookups = {lookup: filters[name] for name, lookup in FILTERS.items() if filters.get(name)}
    return Household.objects.visible_to(user).filter(geom__isnull=False, **lookups)


def _beneficiaries(user: Any, filters: dict[str, Any]) -> QuerySet:
    """Where the households of beneficiaries live, with their scores."""
    lookups = {f"menage__{lookup}": filters[name] for name, lookup in FILTERS.items() if filters.get(name)}
    rows = Beneficiary.objects.visible_to(user).filter(menage__geom__isnull=False, **lookups)
    return rows.annotate(geom=F("menage__geom"), score_pmt=F("menage__score_pmt"))


register("menages", "registre.lire", _households)
register("beneficiaires", "transferts.lire", _beneficiaries)
