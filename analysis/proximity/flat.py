"""A flat measure that tells for nearly every point whether it lies within a circle on the ellipsoid.

A degree of latitude is π/180 × a (1 - e²) / (1 - e² sin² φ)^1.5 long, one of longitude π/180 × a cos φ / sqrt(1 - e² sin² φ)
(WGS 84; the radii of curvature of any textbook of geodesy). Over the latitudes that a circle reaches each has a least
and a greatest length. The straight line of a plate carrée, measured by the greatest, is at least as long as that way is
on the ground, so the distance is not longer; and no way that stays within those latitudes is shorter than the straight
line measured by the least. A circle of some kilometres leaves a metre or two between the two.
"""

from math import asin, cos, degrees, pi, radians, sin, sqrt
from typing import NamedTuple

from analysis.proximity.kernel import WGS84

# The smallest radius of curvature of WGS 84 (of the meridian, at the equator), in metres.
SHARPEST = 6_335_000.0
# What floating point leaves, in metres.
MARGIN = 0.01
# More squared metres than a squared degree has, by far.
FAR = 1e20


class Flat(NamedTuple):
    """Squared metres in a squared degree of longitude (east) and of latitude (north). What measures less than `within`
    lies inside, what measures `beyond` or more lies outside; between them it is not known."""

    east: float
    north: float
    within: float
    beyond: float


def _north(lat: float) -> float:
    return pi / 180 * WGS84.a * (1 - WGS84.es) / sqrt(1 - WGS84.es * sin(lat) ** 2) ** 3


def _east(lat: float) -> float:
    return pi / 180 * WGS84.a * cos(lat) / sqrt(1 - WGS84.es * sin(lat) ** 2)


def flat(lon: float, lat: float, metres: float) -> Flat:
    """The measure for the circle of `metres` around a point in degrees.

    Good for differences of longitude as they stand: for a circle over the antimeridian, or one that reaches a pole,
    nothing is known.
    """
    reach, phi = metres / SHARPEST, abs(radians(lat))
    near, far = max(0.0, phi - reach), phi + reach
    within, beyond = max(0.0, metres - MARGIN) ** 2, (metres + MARGIN) ** 2
    if far >= pi / 2 or sin(reach) >= cos(phi):
        return Flat(FAR, FAR, within, FAR**2)
    wide = degrees(asin(sin(reach) / cos(phi)))
    if abs(lon) + 2 * wide >= 180:
        return Flat(FAR, FAR, within, FAR**2)
    # The least measure of a point is not less than this share of its greatest.
    least = min(_east(far) / _east(near), _north(near) / _north(far)) ** 2
    return Flat(_east(near) ** 2, _north(far) ** 2, within, beyond / least)
