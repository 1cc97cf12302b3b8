"""Create and change areas."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.counts import describe_counts
from config.deletion import count_dependants, detach_uncounted_rows
from config.errors.problems import blocked_by_dependencies
from config.locks import Lock, lock_row
from geo.areas.locks import lock_boundaries
from geo.areas.models import Area, Commune, Locality, Sector

# The parent field of each level.
PARENT: dict[type[Area], str] = {Sector: "region", Commune: "secteur", Locality: "secteur"}


def _set_only_commune(area: Area) -> None:
    """Set the commune of a locality that has none, when its secteur has exactly one."""
    if isinstance(area, Locality) and area.commune_id is None:
        only = list(Commune.objects.filter(secteur_id=area.secteur_id)[:2])
        area.commune = only[0] if len(only) == 1 else None


@transaction.atomic
def create_area(*, model: type[Area], values: dict[str, Any]) -> Area:
    """Create an area of `model`."""
    area = model(**values)
    _set_only_commune(area)
    area.save(force_insert=True)
    if "geom" in values and hasattr(area, "contour"):
        area.refresh_from_db(fields=["contour"])
    return area


@transaction.atomic
def change_area(*, area: Area, values: dict[str, Any], require: Callable[[Area], None]) -> Area:
    """Change the fields of an area that are in `values`; return it as stored.

    The row is locked; `require` is then called with it, and raises when it has another version than If-Match. Raises
    NOT_FOUND when the area was deleted meanwhile, and HAS_DEPENDENCIES for a move to another parent while rows refer to
    both the area and its old parent: their place would contradict itself.
    """
    if "geom" in values and hasattr(area, "contour"):
        lock_boundaries(area._meta.db_table)
    moves = PARENT.get(type(area)) in values
    # Inserting a row that refers to the area takes a key-share lock on it: only a move must block such inserts.
    rows = type(area)._default_manager.defer(*(name for name in ("geom", "contour") if hasattr(area, name)))
    current = lock_row(Lock.AREAS, rows.filter(pk=area.pk), no_key=not moves)
    require(current)
    if moves:
        _leave_parent(current, values)
    for name, value in values.items():
        setattr(current, name, value)
    _set_only_commune(current)
    commune = ["commune"] if isinstance(current, Locality) else []
    current.save(update_fields={*values, *commune, "updated_at"})
    return current


def _leave_parent(area: Area, values: dict[str, Any]) -> None:
    parent = PARENT[type(area)]
    if getattr(area, f"{parent}_id") == values[parent].pk:
        return
    if counts := count_dependants(area, naming=parent):
        raise blocked_by_dependencies(
            _("Déplacement impossible tant qu'il reste : %(counts)s.") % {"counts": describe_counts(counts)}, counts
        )
    # Rows that a refusal may not name stay where they are, and lose the area: both would contradict each other.
    detach_uncounted_rows(area)
