"""Define the classes of the base map's lines, the tags of OpenStreetMap that they stand for, and where they begin."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

CLASS_LABELS: Final[Mapping[str, Any]] = {
    "route_principale": _("Route principale"),
    "route_secondaire": _("Route secondaire"),
    "piste": _("Piste"),
    "fleuve": _("Fleuve"),
    "riviere": _("Rivière"),
}
# A file replaces the lines of the kinds that it holds, whole: one of roads leaves the rivers as they are.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "routes": ("route_principale", "route_secondaire", "piste"),
    "cours_eau": ("fleuve", "riviere"),
}
# The zoom of the tiles from which on a class is drawn: a tile of the whole country holds what crosses it.
FIRST_ZOOMS: Final[Mapping[str, int]] = {
    "route_principale": 5,
    "fleuve": 5,
    "route_secondaire": 8,
    "riviere": 9,
    "piste": 10,
}
# The columns that may say what a line is, the first filled one decides: those of OpenStreetMap, of Geofabrik, our own.
CLASS_COLUMNS: Final = ("classe", "highway", "waterway", "fclass")
NAME_COLUMNS: Final = ("nom", "name")
# What is not named here is left out: paths of a garden, ditches of a field.
CLASSES_BY_TAG: Final[Mapping[str, str]] = {
    **{name: name for name in CLASS_LABELS},
    **dict.fromkeys(("motorway", "trunk", "primary"), "route_principale"),
    **dict.fromkeys(("motorway_link", "trunk_link", "primary_link"), "route_principale"),
    **dict.fromkeys(("secondary", "tertiary", "secondary_link", "tertiary_link"), "route_secondaire"),
    **dict.fromkeys(("unclassified", "residential", "living_street", "road", "track"), "piste"),
    **dict.fromkeys(("track_grade1", "track_grade2", "track_grade3", "track_grade4", "track_grade5"), "piste"),
    "river": "fleuve",
    **dict.fromkeys(("stream", "canal", "tidal_channel"), "riviere"),
}


def list_classes_at(zoom: int) -> list[str]:
    """Return the classes that are drawn in the tiles of a zoom."""
    return [name for name, first in FIRST_ZOOMS.items() if first <= zoom]
