"""Decide by planar arithmetic for nearly every point whether it lies within a circle on the ellipsoid.

A degree of latitude is π/180 * a (1 - e²) / (1 - e² sin² φ)^1.5 metres long, and one of longitude
π/180 * a cos φ / sqrt(1 - e² sin² φ) metres (WGS 84; the standard radii of curvature of geodesy). Over the latitudes
that a circle reaches, both have a minimum and a maximum. The straight line on a plate carrée, measured with the maxima,
is at least as long as the same path on the ground, so it is an upper bound of the distance. No path within those
latitudes is shorter than the straight line measured with the minima, so that is a lower bound. For a circle of some
kilometres the two bounds differ by a metre or two.
"""

from math import asin, cos, degrees, pi, radians, sin, sqrt
from typing import NamedTuple

from analysis.proximity.distances.service_index import WGS84

# The smallest radius of curvature of WGS 84 (of the meridian, at the equator), in metres.
SMALLEST_RADIUS = 6_335_000.0
# Tolerance for rounding errors, in metres.
MARGIN_METRES = 0.01
# Far more square metres than a squared degree has.
FAR_MEASURE = 1e20


class PlanarMeasure(NamedTuple):
    """Hold a planar measure: square metres per squared degree of longitude (`east`) and of latitude (`north`).

    A point whose measure is less than `within` is inside the circle, one at `beyond` or more is outside; in between the
    measure does not decide.
    """

    east: float
    north: float
    within: float
    beyond: float


def _measure_latitude_degree(lat: float) -> float:
    return pi / 180 * WGS84.a * (1 - WGS84.es) / sqrt(1 - WGS84.es * sin(lat) ** 2) ** 3


def _measure_longitude_degree(lat: float) -> float:
    return pi / 180 * WGS84.a * cos(lat) / sqrt(1 - WGS84.es * sin(lat) ** 2)


def compute_planar_measure(lon: float, lat: float, metres: float) -> PlanarMeasure:
    """Return the measure for the circle of `metres` around a point in degrees.

    It subtracts longitudes without wrapping them: for a circle that crosses the antimeridian or reaches a pole, the
    returned measure decides nothing.
    """
    reach, phi = metres / SMALLEST_RADIUS, abs(radians(lat))
    near, far = max(0.0, phi - reach), phi + reach
    within, beyond = max(0.0, metres - MARGIN_METRES) ** 2, (metres + MARGIN_METRES) ** 2
    if far >= pi / 2 or sin(reach) >= cos(phi):
        return PlanarMeasure(FAR_MEASURE, FAR_MEASURE, within, FAR_MEASURE**2)
    wide = degrees(asin(sin(reach) / cos(phi)))
    if abs(lon) + 2 * wide >= 180:
        return PlanarMeasure(FAR_MEASURE, FAR_MEASURE, within, FAR_MEASURE**2)
    # The lower bound of a point's squared distance is at least this fraction of its upper bound.
    least = (
        min(
            _measure_longitude_degree(far) / _measure_longitude_degree(near),
            _measure_latitude_degree(near) / _measure_latitude_degree(far),
        )
        ** 2
    )
    return PlanarMeasure(
        _measure_longitude_degree(near) ** 2, _measure_latitude_degree(far) ** 2, within, beyond / least
    )
