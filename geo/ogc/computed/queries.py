"""Find computed collections, and the pages of their features."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.api.parameters import read_parameters
from config.caller import Caller
from config.errors.problems import invalid, not_found
from geo.ogc.computed.hooks import ComputedCollection, computed_collections
from geo.ogc.computed.types import ComputedFeatures
from geo.ogc.rules import CRS84
from geo.ogc.types import Box

# What items of a layer take and those that are computed do not: they have no key to begin after, and no condition.
REFUSED = ("apres", "filter", "filter-lang", "filter-crs", "sortby")
SYSTEMS = ("crs", "bbox-crs")


def find_computed_collection(name: str, user: Caller) -> ComputedCollection | None:
    """Return the computed collection of this name, if there is one. Raises NOT_FOUND without its permission."""
    found = computed_collections.get(name)
    if found is not None and not user.holds(found.permission):
        raise not_found()
    return found


def list_computed_collections(user: Caller) -> list[tuple[str, ComputedCollection]]:
    return [(name, each) for name, each in computed_collections.items() if user.holds(each.permission)]


def compute_features(collection: ComputedCollection, request: Any, sent: Mapping[str, str]) -> ComputedFeatures:
    """Return the features that the parameters ask for. Raises VALIDATION_ERROR."""
    fault = _("Paramètre sans effet sur une couche calculée.")
    if refused := [name for name in REFUSED if name in sent]:
        raise invalid({name: [fault] for name in refused})
    for name in SYSTEMS:
        if sent.get(name, CRS84.uri).strip("[]<>") != CRS84.uri:
            raise invalid({name: [_("Une couche calculée n'a que ce système : %(uri)s.") % {"uri": CRS84.uri}]})
    values = read_parameters(sent, collection.parameters, collection.filters, request)
    return collection.compute(request.user, values)


def is_within(feature: dict[str, Any], box: Box) -> bool:
    """Return whether the box of a feature overlaps `box`, whose west may lie east of its east."""
    west, south, east, north = box
    if feature["geometry"] is None:
        return False
    positions = list(list_positions(feature["geometry"]["coordinates"]))
    lon, lat = [each[0] for each in positions], [each[1] for each in positions]
    if max(lat) < south or min(lat) > north:
        return False
    if west <= east:
        return bool(max(lon) >= west and min(lon) <= east)
    return bool(max(lon) >= west or min(lon) <= east)


def list_positions(coordinates: Any) -> Iterator[Any]:
    """Return the positions of a shape's coordinates, however deep."""
    if hasattr(coordinates[0], "__len__"):
        for part in coordinates:
            yield from list_positions(part)
    else:
        yield coordinates
