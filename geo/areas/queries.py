"""Query areas."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from config.caller import Caller
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


def list_named_areas(user: Caller, level: str, regions: Collection[UUID] | None) -> list[dict[str, Any]]:
    """Return id, name and region of each visible area of a level (`region` or `secteur`), in `regions` if any: one query."""
    named: QuerySet[Any]
    if level == "region":
        visible = Region.objects.visible_to(user)
        named = (visible.filter(id__in=regions) if regions else visible).order_by("nom", "id").annotate(parent=F("nom"))
    else:
        sectors = Sector.objects.visible_to(user)
        chosen = sectors.filter(region_id__in=regions) if regions else sectors
        named = chosen.order_by("region__nom", "nom", "id").annotate(parent=F("region__nom"))
    return [
        {"id": key, "nom": name, "region": region} for key, name, region in named.values_list("id", "nom", "parent")
    ]
