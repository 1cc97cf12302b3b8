"""Filter the lines of the base map."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from config.filters import ChoiceFilter, FilterSet, IdsFilter
from geo.areas.models import Region
from geo.base_map.models import BaseMapLine


def _cross_regions(rows: QuerySet[BaseMapLine], field_name: str, ids: Sequence[UUID]) -> QuerySet[BaseMapLine]:
    """Return the lines that run through one of the regions: the `method` of a filter."""
    return rows.filter(Exists(Region.objects.filter(id__in=ids, contour__intersects=OuterRef("geom"))))


class BaseMapFilters(FilterSet):
    classe = ChoiceFilter(choices=BaseMapLine.Class.choices)
    region = IdsFilter(method=_cross_regions)
