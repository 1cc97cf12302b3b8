"""Find the nearest services of many points at once, with a k-d tree over points in 3D space and then the geodesic.

Points are arrays of longitude and latitude in degrees (WGS 84); distances are metres. The straight line between two
points in space is never longer than the path along the surface. So when the geodesic to the best candidate is shorter
than the straight line to the last candidate, no service outside the candidates can be nearer. Points for which this
does not hold are queried again with more candidates. So the result is exact, and nearly every point costs one distance.
"""

import numpy as np
from pyproj import Geod
from scipy.spatial import cKDTree

WGS84 = Geod(ellps="WGS84")
# Points per batch, to bound memory: about 200 bytes per point.
BATCH_SIZE = 200_000
WORKERS = 2
# Up to this length in metres the arc over a straight line c is computed as c + c^3 / (24 R^2). The omitted terms and
# the variation of R over the ellipsoid (6,335 to 6,400 km) make less than 0.1 mm at 20 km.
SHORT_METRES = 20_000.0
CURVATURE = 1 / (24 * 6_371_009.0**2)
# Rounding error in metres of a straight line of the Earth's size.
ROUNDING = 1e-6


def compute_space_coordinates(lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
    """Return Earth-centred coordinates (n, 3) in metres of points on the WGS 84 ellipsoid."""
    theta, phi = np.radians(lon), np.radians(lat)
    normal = WGS84.a / np.sqrt(1 - WGS84.es * np.sin(phi) ** 2)
    return np.column_stack(
        (
            normal * np.cos(phi) * np.cos(theta),
            normal * np.cos(phi) * np.sin(theta),
            normal * (1 - WGS84.es) * np.sin(phi),
        )
    )


def compute_geodesic_distances(lon: np.ndarray, lat: np.ndarray, to_lon: np.ndarray, to_lat: np.ndarray) -> np.ndarray:
    """Return pairwise distances in metres along the ellipsoid (Karney's algorithm, as in PostGIS)."""
    return WGS84.inv(lon, lat, to_lon, to_lat)[2]


class ServiceIndex:
    """Index the services of one kind; among equally near services, the first in their order is the nearest."""

    def __init__(self, lon: np.ndarray, lat: np.ndarray) -> None:
        self.lon, self.lat = lon, lat
        self.tree = cKDTree(compute_space_coordinates(lon, lat))

    def find_nearest(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each point the index of its nearest service (the lowest of equals) and the distance in metres."""
        index = np.empty(len(lon), dtype=np.int64)
        metres = np.empty(len(lon))
        for start in range(0, len(lon), BATCH_SIZE):
            batch = slice(start, start + BATCH_SIZE)
            index[batch], metres[batch] = self._find_nearest_in_batch(lon[batch], lat[batch])
        return index, metres

    def _find_nearest_in_batch(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        index = np.zeros(len(lon), dtype=np.int64)
        metres = np.zeros(len(lon))
        points = compute_space_coordinates(lon, lat)
        left = np.arange(len(lon))
        candidates = 2
        while len(left):
            candidates = min(candidates, len(self.lon))
            found, best, last = self._find_best_candidates(lon[left], lat[left], points[left], candidates)
            index[left], metres[left] = found, best
            if candidates == len(self.lon):
                break
            left = left[best + ROUNDING >= last]
            candidates *= 4
        return index, metres

    def _find_best_candidates(
        self, lon: np.ndarray, lat: np.ndarray, points: np.ndarray, candidates: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the best of the `candidates` nearest in space: index, metres, and the straight line to the last one.

        Of two candidates only the first is measured: it is nearly always the nearest, and the caller's comparison with
        the straight line detects when it may not be.
        """
        chord, near = self.tree.query(points, k=np.arange(1, candidates + 1), workers=WORKERS)
        measured = near if candidates != 2 or len(self.lon) == 2 else near[:, :1]
        count = measured.shape[1]
        flat = measured.ravel()
        straight = chord[:, :count].ravel()
        metres = straight + CURVATURE * straight**3
        (far,) = np.nonzero(straight > SHORT_METRES)
        point, place = far // count, flat[far]
        metres[far] = compute_geodesic_distances(lon[point], lat[point], self.lon[place], self.lat[place])
        metres = metres.reshape(measured.shape)
        best = metres.min(axis=1)
        equal = np.where(metres <= best[:, None] + ROUNDING, measured, len(self.lon))
        return equal.min(axis=1), best, chord[:, -1]
