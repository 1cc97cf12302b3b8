"""Filter facilities: their layers, and their lists on the map."""

from typing import Any

from config.filters import BooleanFilter, CharFilter
from geo.layers.api import AreaFilters

MAX_TYPE = 255


class FacilityFilters(AreaFilters):
    """Filter the layer of any kind of facility."""

    type = CharFilter(max_length=MAX_TYPE)


class SchoolFilters(FacilityFilters):
    pilote = BooleanFilter(default=None, allow_null=True)


class SchoolListFilters(SchoolFilters):
    """Filter the list of schools, which ignores their type."""

    type: Any = None


class HealthServiceListFilters(AreaFilters):
    type = CharFilter(max_length=60)


class WaterPointFilters(FacilityFilters):
    fonctionnel = BooleanFilter(default=None, allow_null=True)
