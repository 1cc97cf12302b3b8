"""Set the areas and the position of a household that is being written."""

from typing import Any

from django.contrib.gis.geos import Point
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid
from geo.areas.models import SRID
from registry.households.location.queries import find_parent_areas, find_position_fault, find_region_at
from registry.households.location.types import ParentAreas
from registry.households.models import Household


def resolve_areas(household: Household, sent: dict[str, Any], user: Caller) -> None:
    """Set the upper areas from the lower ones in `sent`, the region from the point, and check that all agree.

    A user whose scope is limited to regions writes only inside them; a single region is the default. Areas are read
    without their boundaries. Raises VALIDATION_ERROR naming the level.
    """
    above = find_parent_areas(household)
    if household.localite_id and "localite" in sent:
        household.secteur_id = above.localite_secteur if not sent.get("secteur") else household.secteur_id
        household.commune_id = above.localite_commune if not sent.get("commune") else household.commune_id
        above = find_parent_areas(household)
    if household.secteur_id and {"localite", "secteur"} & sent.keys() and not sent.get("region"):
        household.region_id = above.secteur_region
    if household.region_id is None and household.geom is not None:
        household.region_id = find_region_at(household.geom.x, household.geom.y)
    if household.region_id is None and user.region_ids and len(user.region_ids) == 1:
        household.region_id = user.region_ids[0]
    _check_areas(household, above, user)


def _check_areas(household: Household, above: ParentAreas, user: Caller) -> None:
    if user.region_ids is not None and household.region_id not in user.region_ids:
        raise invalid({"region": [_("Indiquez une région qui est dans votre périmètre.")]})
    if household.secteur_id and above.secteur_region != household.region_id:
        raise invalid({"secteur": [_("Le secteur n'est pas dans cette région.")]})
    if household.localite_id and above.localite_secteur != household.secteur_id:
        raise invalid({"localite": [_("La localité n'est pas dans ce secteur.")]})
    if household.commune_id and above.commune_secteur != household.secteur_id:
        raise invalid({"commune": [_("La commune n'est pas dans ce secteur.")]})


def set_position(household: Household, sent: dict[str, Any]) -> None:
    """Set the point from `latitude` and `longitude`; one that was not sent keeps its value.

    Raises VALIDATION_ERROR if only one of them is known, or if the position is a mistake (see `location.rules`).
    """
    if not {"latitude", "longitude"} & sent.keys():
        return
    old = household.geom
    latitude = sent.get("latitude") if "latitude" in sent else (old.y if old else None)
    longitude = sent.get("longitude") if "longitude" in sent else (old.x if old else None)
    if (latitude is None) != (longitude is None):
        missing = "latitude" if latitude is None else "longitude"
        raise invalid({missing: [_("Latitude et longitude vont ensemble.")]})
    if latitude is None or longitude is None:
        household.geom = None
    else:
        household.geom = Point(float(longitude), float(latitude), srid=SRID)
    if household.geom and household.geom != old and (wrong := find_position_fault(household.geom.y, household.geom.x)):
        raise invalid({wrong[0]: [wrong[1]]})
