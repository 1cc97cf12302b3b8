"""Query areas."""

from typing import Any

from django.db.models import QuerySet

from config.filters import FilterSet
from geo.areas.filters import CommuneFilters, LocalityFilters, RegionFilters, SectorFilters
from geo.areas.models import Commune, Locality, Region, Sector

LEVELS: dict[str, QuerySet[Any]] = {
    "regions": Region.objects.defer("geom", "contour"),
    "secteurs": Sector.objects.select_related("region").defer("geom", "contour", "region__geom", "region__contour"),
    "communes": Commune.objects.select_related("secteur").defer("secteur__geom", "secteur__contour"),
    "localites": Locality.objects.select_related("secteur", "commune").defer("secteur__geom", "secteur__contour"),
}
FILTERS: dict[str, type[FilterSet]] = {
    "regions": RegionFilters,
    "secteurs": SectorFilters,
    "communes": CommuneFilters,
    "localites": LocalityFilters,
}


def filter_areas(level: str, query: dict[str, Any]) -> QuerySet[Any]:
    """Return the areas of a level (`regions`, `secteurs` ...) that match the filters in `query`, without polygons."""
    return FILTERS[level].filter_rows(LEVELS[level].all(), query)
