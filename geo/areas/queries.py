"""Reading areas."""

from typing import Any

from django.db.models import Model, QuerySet

from geo.areas.models import Commune, Locality, Region, Sector

LEVELS: dict[str, QuerySet] = {
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


def areas(level: str, query: dict[str, Any]) -> QuerySet:
    """The areas of a level (`regions`, `secteurs`, …) under the filters of its list, without polygons."""
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    return LEVELS[level].filter(**wanted)


def dependants(area: Model) -> dict[str, int]:
    """How many rows of what refer to an area: accessor name (`menages`, `secteurs`, …) to count, zeros left out."""
    counts = {}
    for relation in area._meta.related_objects:
        count = relation.related_model._base_manager.filter(**{relation.field.name: area}).count()
        if count:
            counts[relation.get_accessor_name() or relation.related_model._meta.db_table] = count
    return counts
