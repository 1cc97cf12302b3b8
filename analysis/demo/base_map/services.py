"""Draw the base map of the demonstration: rivers, roads between seats, and tracks to the localities."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from analysis.demo.base_map.rules import RIVERS, Place, wind_line
from config.sql import Queries

SQL: Final = Queries(__file__, "base_map.sql")
# Where the numbers of the lines of roads and of tracks begin; those of a river's parts begin at 0.
FIRST_ROAD, FIRST_TRACK = 100_000, 200_000
Line = tuple[str, str, list[Place]]


def seed_base_map(params: dict[str, Any], report: Callable[[str], None]) -> None:
    """Draw the lines, while the secteurs and localities of the demonstration are in their temporary tables."""
    SQL.execute("draw_land")
    count = _add_lines(
        params, 0, [(each.kind, each.name, wind_line(each.course, each.kind, each.name)) for each in RIVERS]
    )
    count += _add_lines(params, FIRST_ROAD, _draw_roads())
    tracks = [
        ("piste", "", wind_line(((row["x"], row["y"]), (row["to_x"], row["to_y"])), "piste", str(row["l"])))
        for row in SQL.fetch_rows("list_tracks", params)
    ]
    count += _add_lines(params, FIRST_TRACK, tracks)
    report(f"{count} roads, tracks and rivers")


def _add_lines(params: dict[str, Any], first: int, lines: Iterable[Line]) -> int:
    written = [
        {"classe": kind, "nom": name, "trace": f"LINESTRING({', '.join(f'{x} {y}' for x, y in line)})"}
        for kind, name, line in lines
    ]
    return SQL.execute("add_lines", params | {"first": first, "lines": json.dumps(written)})


def _draw_roads() -> list[Line]:
    """Join the seats by a tree of roads; those on the way from the capital to a region's are main roads."""
    seats = {row["i"]: row for row in SQL.fetch_rows("list_seats")}
    tree = grow_tree([*seats], [(row["a"], row["b"]) for row in SQL.fetch_rows("list_stretches")])
    capital = next(i for i, seat in seats.items() if seat["est_capitale"])
    aims = [i for i, seat in seats.items() if seat["est_chef_lieu"]]
    numbers = number_ways(tree, capital, aims)
    lines = []
    for edge in tree:
        kind = "route_principale" if edge in numbers else "route_secondaire"
        course = tuple((seats[end]["x"], seats[end]["y"]) for end in edge)
        lines.append((kind, f"N{numbers[edge]}" if edge in numbers else "", wind_line(course, kind, f"{edge}")))
    return lines


def grow_tree(places: list[int], stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the shortest stretches that join all places that can be joined (those of an island apart), none in vain."""
    groups = {place: place for place in places}
    tree = []
    for one, other in stretches:
        if groups[one] != groups[other]:
            gone, stays = groups[one], groups[other]
            groups = {place: stays if group == gone else group for place, group in groups.items()}
            tree.append((one, other))
    return tree


def number_ways(tree: list[tuple[int, int]], start: int, aims: list[int]) -> dict[tuple[int, int], int]:
    """Return the edges of a tree that lie on a way from `start` to one of `aims`, each with the number of its way.

    Ways that begin alike have their first edges in common: those have the number of the first of them.
    """
    came: dict[int, tuple[int, tuple[int, int]]] = {}
    waiting = [start]
    while waiting:
        place = waiting.pop()
        for edge in tree:
            if place in edge and (other := sum(edge) - place) not in {start, *came}:
                came[other] = (place, edge)
                waiting.append(other)
    numbers: dict[tuple[int, int], int] = {}
    for aim in aims:
        number, place = max(numbers.values(), default=0) + 1, aim
        while place in came:
            place, edge = came[place]
            numbers.setdefault(edge, number)
    return numbers
