"""Register the types of points that density counts.

Upper apps register theirs from a `hooks.py`; the points have a poverty score, or null.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import F, QuerySet

from config.caller import Caller
from config.errors.problems import forbidden
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary

TYPES = ("menages", "beneficiaires", "plaintes")
# Takes the user and the filters (region: UUIDs, categorie: codes) and returns visible rows with `geom` (a point, not
# null) and `score_pmt`; both may be annotations.
Source = Callable[[Any, dict[str, Any]], QuerySet]
# By type: the permission to read its single rows, which a small cell would reveal, and the source.
_sources: dict[str, tuple[str, Source]] = {}
FILTERS = {"region": "region_id__in", "categorie": "categorie_pauvrete__in"}


def register_source(name: str, permission: str, source: Source) -> None:
    """Register the source of a documented type, and the permission that its rows require."""
    if name not in TYPES:
        raise KeyError(name)
    _sources[name] = permission, source


def find_points(name: str, user: Caller, filters: dict[str, Any]) -> QuerySet | None:
    """Return the visible points of a type, or None if it is not registered. Raises FORBIDDEN without permission."""
    if name not in _sources:
        return None
    permission, source = _sources[name]
    if not user.holds(permission):
        raise forbidden()
    return source(user, filters)


def _find_households(user: Caller, filters: dict[str, Any]) -> QuerySet:
    lookups = {lookup: filters[name] for name, lookup in FILTERS.items() if filters.get(name)}
    return Household.objects.visible_to(user).filter(geom__isnull=False, **lookups)


def _find_beneficiaries(user: Caller, filters: dict[str, Any]) -> QuerySet:
    """Return beneficiaries at the positions of their households, with their scores."""
    lookups = {f"menage__{lookup}": filters[name] for name, lookup in FILTERS.items() if filters.get(name)}
    rows = Beneficiary.objects.visible_to(user).filter(menage__geom__isnull=False, **lookups)
    return rows.annotate(geom=F("menage__geom"), score_pmt=F("menage__score_pmt"))


register_source("menages", "registre.lire", _find_households)
register_source("beneficiaires", "transferts.lire", _find_beneficiaries)
