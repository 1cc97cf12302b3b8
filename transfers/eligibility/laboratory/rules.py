"""Share out places among areas."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

Area = TypeVar("Area", bound=Hashable)


def share_places(total: int, weights: Mapping[Area, int], room: Mapping[Area, int]) -> dict[Area, int]:
    """Share `total` places in proportion to `weights`, by largest remainders; no area gets more than its `room`.

    What an area has no room for goes to the others, in the same proportion. Places that nobody has a weight and room for
    stay free.
    """
    found = dict.fromkeys(weights, 0)
    open_areas = {area for area, weight in weights.items() if weight > 0 and room[area] > 0}
    left = total
    while open_areas and left:
        sum_of_weights = sum(weights[area] for area in open_areas)
        exact = {area: Fraction(left * weights[area], sum_of_weights) for area in open_areas}
        full = {area for area in open_areas if exact[area] >= room[area]}
        if not full:
            return found | _round_by_remainders(left, exact)
        for area in full:
            found[area] = room[area]
            left -= room[area]
        open_areas -= full
    return found


def _round_by_remainders(total: int, exact: Mapping[Area, Fraction]) -> dict[Area, int]:
    """Round shares whose sum is `total`, down or up: the largest remainders up, the areas in the order of their names."""
    whole = {area: int(share) for area, share in exact.items()}
    order = sorted(exact, key=lambda area: (whole[area] - exact[area], str(area)))
    for area in order[: total - sum(whole.values())]:
        whole[area] += 1
    return whole
