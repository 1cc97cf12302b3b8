"""Reading areas."""

from typing import Any

from django.db.models import ForeignObjectRel, Model, QuerySet

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


def dependants(area: Model, naming: str | None = None) -> dict[str, int]:
    """How many rows of what refer to an area: accessor name (`menages`, `secteurs`, …) to count, zeros left out.

    With `naming`, only of what also names the area's parent by a field of that name.
    """
    counts = {}
    for relation in area._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.many_to_many:
            continue
        model, field = relation.related_model, relation.field.name
        if naming and not any(other.name == naming != field for other in model._meta.concrete_fields):
            continue
        count = model._base_manager.filter(**{field: area}).count()
        if count:
            name = model._meta.db_table.partition("_")[2] if relation.hidden else relation.get_accessor_name()
            counts[str(name)] = count
    return counts
