"""Create, change and erase follow-ups of beneficiaries, under the lock of their household."""

from collections.abc import Callable
from typing import Any

from django.contrib.gis.geos import Point
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import invalid
from geo.areas.models import SRID
from registry.follow_up import api as follow_up
from registry.households.api import find_position_fault
from transfers.beneficiaries.api import add_record
from transfers.follow_ups.models import FollowUp


def _replace_coordinates(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with latitude and longitude replaced by a point.

    Latitude and longitude must be sent together. Raises VALIDATION_ERROR.
    """
    others = {name: value for name, value in values.items() if name not in ("latitude", "longitude")}
    if len(others) == len(values):
        return values
    latitude, longitude = values.get("latitude"), values.get("longitude")
    if latitude is None and longitude is None:
        return others | {"geom": None}
    if latitude is None or longitude is None:
        missing = "latitude" if latitude is None else "longitude"
        raise invalid({missing: [_("Latitude et longitude vont ensemble.")]})
    if wrong := find_position_fault(float(latitude), float(longitude)):
        raise invalid({wrong[0]: [wrong[1]]})
    return others | {"geom": Point(float(longitude), float(latitude), srid=SRID)}


def add_follow_up(*, values: dict[str, Any], user: Caller) -> FollowUp:
    """Create a follow-up with `user` as its agent. Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR."""
    row: FollowUp = add_record(model=FollowUp, values=_replace_coordinates(values) | {"agent": user}, user=user)
    return row


def change_follow_up(
    *, row: FollowUp, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> FollowUp:
    """Change the fields which were sent; the agent stays.

    Raises the same errors as `add_follow_up`; `require` checks the row under its lock.
    """
    updated: FollowUp = follow_up.update_record(
        row=row, values=_replace_coordinates(values), user=user, require=require
    )
    return updated


def erase_follow_ups(subject: ErasureSubject) -> int:
    """Erase the observations and positions of follow-ups of a household; keep that and when they took place."""
    return FollowUp.objects.filter(menage_id=subject.id).update(observations=None, geom=None)
