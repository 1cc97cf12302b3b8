"""Where the map is."""

from typing import Any

from django.conf import settings
from django.contrib.gis.db.models import Extent

from geo.areas.models import Region
from geo.layers.catalogue import Box


def extent(user: Any) -> Box:
    """West, south, east, north of the boundaries that `user` sees; the setting's while none is known."""
    found = Region.objects.visible_to(user).aggregate(box=Extent("contour"))["box"]
    return found or settings.MAP_DEFAULT_BOUNDS
