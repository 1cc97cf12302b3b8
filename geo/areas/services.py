"""Writing areas."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.api.counting import counted
from config.api.problems import has_dependencies, not_found
from config.api.removal import dependants
from geo.areas.locks import lock_boundaries
from geo.areas.models import Area, Commune, Locality, Sector

# What each level lies in.
PARENT: dict[type[Area], str] = {Sector: "region", Commune: "secteur", Locality: "secteur"}


def _settle_commune(area: Area) -> None:
    """A locality without commune gets its secteur's only one."""
    if isinstance(area, Locality) and area.commune_id is None:
        only = list(Commune.objects.filter(secteur_id=area.secteur_id)[:2])
        area.commune = only[0] if len(only) == 1 else None


@transaction.atomic
def create_area(*, model: type[Area], values: dict[str, Any]) -> Area:
    """A new area."""
    area = model(**values)
    _settle_commune(area)
    area.save(force_insert=True)
    if "geom" in values and hasattr(area, "contour"):
        area.refresh_from_db(fields=["contour"])
    return area


@transaction.atomic
def change_area(*, area: Area, values: dict[str, Any], require: Callable[[Area], None]) -> Area:
    """Change the fields of an area that were sent; `require` looks at it under its lock (If-Match).

    Raises NOT_FOUND when another deleted it, and HAS_DEPENDENCIES for a move to another parent while rows name both the
    area and the old parent: they would stand in a place that does not exist.
    """
    if "geom" in values and hasattr(area, "contour"):
        lock_boundaries(area._meta.db_table)
    moves = PARENT.get(type(area)) in values
    # A row that is to refer to the area takes a key-share lock: only a move needs to keep it out.
    rows = type(area)._default_manager.select_for_update(no_key=not moves)
    current = rows.filter(pk=area.pk).defer(*(name for name in ("geom", "contour") if hasattr(area, name))).first()
    if current is None:
        raise not_found()
    require(current)
    if moves:
        _require_movable(current, values)
    for name, value in values.items():
        setattr(current, name, value)
    _settle_commune(current)
    commune = ["commune"] if isinstance(current, Locality) else []
    current.save(update_fields={*values, *commune, "updated_at"})
    return current


def _require_movable(area: Area, values: dict[str, Any]) -> None:
    parent = PARENT[type(area)]
    if getattr(area, f"{parent}_id") != values[parent].pk and (counts := dependants(area, naming=parent)):
        raise has_dependencies(
            _("Déplacement impossible tant qu'il reste : %(counts)s.") % {"counts": counted(counts)}, counts
        )
