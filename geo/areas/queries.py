"""Query areas."""

from typing import Any

from django.db.models import QuerySet

from geo.areas.models import Commune, Locality, Region, Sector

LEVELS: dict[str, QuerySet[Any]] = {
    "regions": Region.objects.defer("geom", "contour"),
    "secteurs": Sector.objects.select_related("region").defer("geom", "contour", "region__geom", "region__contour"),
    "communes": Commune.objects.select_related("secteur").defer("secteur__geom", "secteur__contour"),
    "localites": Locality.objects.select_related("secteur", "commune").defer("secteur__geom", "secteur__contour"),
}
FILTERS = {
    "type": "type",
    "region.id": "region_id",
    "secteur.id": "secteur_id",
    "secteur.commune.id": "commune_id",
}


def filter_areas(level: str, query: dict[str, Any]) -> QuerySet[Any]:
    """Return the areas of a level (`regions`, `secteurs` ...) that match the filters in `query`, without polygons."""
    lookups = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    return LEVELS[level].filter(**lookups)
