"""Writing areas."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from config.api.problems import has_dependencies
from geo.areas.models import Area, Commune, Locality
from geo.areas.queries import dependants


@transaction.atomic
def save_area(area: Area, values: dict[str, Any], creating: bool = False) -> Area:
    """Set `values` on an area and store it. A locality without commune gets its secteur's only one."""
    for name, value in values.items():
        setattr(area, name, value)
    if isinstance(area, Locality) and area.commune_id is None:
        only = list(Commune.objects.filter(secteur_id=area.secteur_id)[:2])
        area.commune = only[0] if len(only) == 1 else None
    area.save(force_insert=creating)
    if "geom" in values and hasattr(area, "contour"):
        area.refresh_from_db(fields=["contour"])
    return area


def delete_area(area: Model) -> None:
    """Delete an area nothing refers to. Raises HAS_DEPENDENCIES naming the counts.

    The database decides (a reference made in between is seen too); rows are not loaded to be counted.
    """
    counts = dependants(area)
    if counts:
        named = ", ".join(f"{count} {name}" for name, count in counts.items())
        raise has_dependencies(_("Suppression impossible : %(counts)s en dépendent.") % {"counts": named}, counts)
    try:
        with transaction.atomic():
            type(area)._default_manager.filter(pk=area.pk)._raw_delete(using="default")
            with transaction.get_connection().cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError as error:
        raise has_dependencies(_("Suppression impossible : d'autres données y font référence.")) from error
