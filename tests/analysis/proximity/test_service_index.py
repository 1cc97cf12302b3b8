"""The index of services alone, against known geodesics."""

import numpy as np
import pytest

from analysis.proximity.distances.service_index import WGS84, ServiceIndex

# Published lengths on WGS 84: a degree of latitude at the equator and at the pole, of longitude at the equator and at
# 60 degrees north; quarter meridian.
KNOWN = [
    ((0, 0), (0, 1), 110_574.389),
    ((0, 89), (0, 90), 111_693.865),
    ((0, 0), (1, 0), 111_319.491),
    ((0, 60), (1, 60), 55_799.471),
    ((20, 0), (20, 90), 10_001_965.729),
    ((179.5, 0), (-179.5, 0), 111_319.491),
]


@pytest.mark.parametrize(("start", "end", "metres"), KNOWN)
def test_known_lengths(start, end, metres):
    services = ServiceIndex(np.array([float(end[0])]), np.array([float(end[1])]))
    index, found = services.find_nearest(np.array([float(start[0])]), np.array([float(start[1])]))
    assert index[0] == 0
    assert found[0] == pytest.approx(metres, abs=0.001)


@pytest.mark.parametrize("latitude", [0, 12, 60, 89.9])
@pytest.mark.parametrize("reach", [1, 500, 19_900, 20_100])
def test_short_distances_are_geodesics_to_a_tenth_of_a_millimetre(latitude, reach):
    azimuth = np.arange(0, 360, 15.0)
    lon, lat, _ = WGS84.fwd(np.full(24, -15.0), np.full(24, float(latitude)), azimuth, np.full(24, float(reach)))
    service = ServiceIndex(np.array([-15.0]), np.array([float(latitude)]))
    assert service.find_nearest(lon, lat)[1] == pytest.approx(np.full(24, float(reach)), abs=1e-4)


def test_of_equals_the_first():
    services = ServiceIndex(np.array([-15.1, -14.9, -15.1]), np.array([12.0, 12.0, 12.0]))
    index, metres = services.find_nearest(np.array([-15.0, -15.1]), np.array([12.0, 12.0]))
    assert list(index) == [0, 0]
    assert metres[1] == 0


def test_random_points_against_every_pair():
    chance = np.random.default_rng(7)
    lon, lat = chance.uniform(-180, 180, 300), np.degrees(np.arcsin(chance.uniform(-1, 1, 300)))
    place_lon, place_lat = chance.uniform(-180, 180, 40), np.degrees(np.arcsin(chance.uniform(-1, 1, 40)))
    index, metres = ServiceIndex(place_lon, place_lat).find_nearest(lon, lat)
    every = np.array(
        [WGS84.inv(np.full(40, x), np.full(40, y), place_lon, place_lat)[2] for x, y in zip(lon, lat, strict=True)]
    )
    assert metres == pytest.approx(every.min(axis=1), abs=1e-3)
    assert list(index) == list(every.argmin(axis=1))


def test_no_points():
    index, metres = ServiceIndex(np.array([1.0]), np.array([1.0])).find_nearest(np.empty(0), np.empty(0))
    assert len(index) == len(metres) == 0
