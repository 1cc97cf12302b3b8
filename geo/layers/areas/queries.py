"""Compute the extent of the map."""

from django.conf import settings
from django.contrib.gis.db.models import Extent

from config.caller import Caller
from geo.areas.models import Region
from geo.layers.types import Box


def compute_extent(user: Caller) -> Box:
    """Return west, south, east, north of the regions that `user` sees, or MAP_DEFAULT_BOUNDS without any boundary."""
    found = Region.objects.visible_to(user).aggregate(box=Extent("contour"))["box"]
    return found or settings.MAP_DEFAULT_BOUNDS
