"""Query areas."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, Sum, When
from django.db.models.functions import Coalesce

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


def _sum_below(rows: QuerySet[Any], parent: str, population: str) -> Subquery:
    """Return the sum of the populations of an area's rows, null while that of one of them is not known."""
    below = rows.filter(**{parent: OuterRef("pk")}).order_by().values(parent)
    below = below.annotate(every=Count("*"), known=Count(population), people=Sum(population))
    return Subquery(below.values(people_of_all=Case(When(known=F("every"), then=F("people")))))


def annotate_inhabitants(rows: QuerySet[Any], level: str) -> QuerySet[Any]:
    """Annotate areas of a level (`region`, `secteur`, `localite`) with `habitants`, by which rates are divided.

    That is the area's own population; without one the sum of those below, or null while one of them is not known: a sum
    of a part would make every rate too high.
    """
    population: Any = F("population")
    if level != "localite":
        population = Coalesce("population", _sum_below(Locality.objects.all(), "secteur", "population"))
    if level == "region":
        sectors = Sector.objects.annotate(habitants=population)
        population = Coalesce("population", _sum_below(sectors, "region", "habitants"))
    annotated: QuerySet[Any] = rows.annotate(habitants=population)
    return annotated


def list_named_areas(user: Caller, level: str, regions: Collection[UUID] | None) -> list[dict[str, Any]]:
    """Return each visible area of a level (`region` or `secteur`), in `regions` if any: one query.

    Of each its id, its name, that of its region, and the inhabitants by which rates are divided.
    """
    named: QuerySet[Any]
    if level == "region":
        visible = Region.objects.visible_to(user)
        named = (visible.filter(id__in=regions) if regions else visible).order_by("nom", "id").annotate(parent=F("nom"))
    else:
        sectors = Sector.objects.visible_to(user)
        chosen = sectors.filter(region_id__in=regions) if regions else sectors
        named = chosen.order_by("region__nom", "nom", "id").annotate(parent=F("region__nom"))
    found = annotate_inhabitants(named, level).values_list("id", "nom", "parent", "habitants")
    return [{"id": key, "nom": name, "region": region, "population": people} for key, name, region, people in found]
