"""Find computed collections, and which of their features lie in a box."""

from collections.abc import Iterator
from typing import Any

from config.caller import Caller
from config.errors.problems import not_found
from geo.ogc.computed.hooks import ComputedCollection, computed_collections
from geo.ogc.types import Box


def find_computed_collection(name: str, user: Caller) -> ComputedCollection | None:
    """Return the computed collection of this name, if there is one. Raises NOT_FOUND without its permission."""
    found = computed_collections.get(name)
    if found is not None and not user.holds(found.permission):
        raise not_found()
    return found


def list_computed_collections(user: Caller) -> list[tuple[str, ComputedCollection]]:
    return [(name, each) for name, each in computed_collections.items() if user.holds(each.permission)]


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
