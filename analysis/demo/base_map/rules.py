"""Define the rivers of the demonstration, and how lines of its base map wind.

The rivers are drawn by hand, as the coast is: from the interior to the heads of its inlets, and to each other.
"""

import math
from typing import Final, NamedTuple
from zlib import crc32

Place = tuple[float, float]
# A line has a corner each so many degrees, about 270 m, and leaves its straight by up to this part of a stretch.
STEP: Final = 0.0025
SWAY: Final = {"fleuve": 0.10, "riviere": 0.12, "route_principale": 0.07, "route_secondaire": 0.09, "piste": 0.11}


class River(NamedTuple):
    """Describe a watercourse from its spring to its mouth."""

    name: str
    kind: str
    course: tuple[Place, ...]


GEBA_MOUTH: Final = (-15.08, 11.93)
SONACO: Final = (-14.45, 12.47)
FARIM: Final = (-15.22, 12.49)
BINTA: Final = (-15.62, 12.36)
MANSOA: Final = (-15.5, 12.03)
FELO: Final = (-14.25, 11.72)
XIME: Final = (-14.9, 12.0)
RIVERS: Final = (
    River(
        "Rio Geba",
        "fleuve",
        ((-14.2, 12.63), (-14.3, 12.55), SONACO, (-14.58, 12.34), (-14.64, 12.18), (-14.78, 12.08), XIME, GEBA_MOUTH),
    ),
    River(
        "Rio Corubal",
        "fleuve",
        ((-13.8, 11.77), (-14.02, 11.79), FELO, (-14.5, 11.68), (-14.7, 11.69), (-14.84, 11.79), GEBA_MOUTH),
    ),
    River(
        "Rio Cacheu",
        "fleuve",
        ((-14.6, 12.56), (-14.85, 12.59), (-15.05, 12.53), FARIM, (-15.42, 12.4), BINTA, (-15.8, 12.33)),
    ),
    River("Rio Mansoa", "fleuve", ((-15.02, 12.22), (-15.18, 12.14), (-15.33, 12.05), MANSOA, (-15.67, 12.0))),
    River("Rio Grande de Buba", "fleuve", ((-14.83, 11.62), (-14.92, 11.585), (-15.02, 11.585))),
    River("Rio Cumbijã", "riviere", ((-14.86, 11.45), (-14.95, 11.4), (-15.0, 11.31), (-15.03, 11.21))),
    River("Rio Tombali", "riviere", ((-15.02, 11.51), (-15.13, 11.43), (-15.24, 11.37), (-15.33, 11.33))),
    River("Rio Colufe", "riviere", ((-13.98, 12.17), (-14.2, 12.2), (-14.35, 12.33), SONACO)),
    River("Rio Bidigor", "riviere", ((-13.8, 12.4), (-13.98, 12.45), (-14.15, 12.47), (-14.3, 12.55))),
    River("Rio Fefine", "riviere", ((-14.06, 12.04), (-14.15, 11.9), FELO)),
    River("Rio Udunduma", "riviere", ((-14.4, 12.02), (-14.62, 12.03), (-14.78, 12.08))),
    River("Rio Pulon", "riviere", ((-14.5, 11.92), (-14.63, 11.83), (-14.7, 11.69))),
    River("Rio Canjambari", "riviere", ((-14.8, 12.32), (-14.98, 12.38), (-15.1, 12.44), FARIM)),
    River("Rio Armada", "riviere", ((-15.34, 12.25), (-15.5, 12.28), BINTA)),
    River("Rio Bijimita", "riviere", ((-15.66, 12.2), (-15.58, 12.11), MANSOA)),
    River("Rio Fulacunda", "riviere", ((-15.03, 11.72), (-15.15, 11.79), (-15.32, 11.84))),
)


def draw_noise(key: str, number: int) -> float:
    """Return a number between -1 and 1, the same for the same key and number."""
    return crc32(f"{key}/{number}".encode()) / 2**31 - 1


def wind_line(course: tuple[Place, ...], kind: str, key: str) -> list[Place]:
    """Return a line through the places of a course, so gently bent that no part of it looks like a ruler."""
    line = [course[0]]
    for place, (start, end) in enumerate(zip(course, course[1:], strict=False)):
        before, after = course[max(place - 1, 0)], course[min(place + 2, len(course) - 1)]
        line += _wind_stretch((before, start, end, after), SWAY[kind], f"{key}/{place}")
    return line


def _wind_stretch(around: tuple[Place, Place, Place, Place], sway: float, key: str) -> list[Place]:
    """Return the corners after the second place, to the third: a smooth curve between the four, with a sway."""
    start, end = around[1], around[2]
    across = (start[1] - end[1], end[0] - start[0])  # as long as the stretch, at a right angle to it
    steps = max(2, math.ceil(math.dist(start, end) / STEP))
    waves = [draw_noise(key, number) / number for number in (1, 2, 3, 5)]
    corners = []
    for step in range(1, steps + 1):
        at = step / steps
        aside = (
            sway
            * math.sin(math.pi * at)
            * sum(wave * math.sin(turns * math.pi * at + wave) for wave, turns in zip(waves, (1, 2, 4, 7), strict=True))
        )
        x, y = (_curve([each[axis] for each in around], at) + across[axis] * aside for axis in (0, 1))
        corners.append((round(x, 6), round(y, 6)))
    corners[-1] = end
    return corners


def _curve(values: list[float], at: float) -> float:
    """Return the Catmull-Rom curve through the second and third value, at a place between them."""
    before, start, end, after = values
    return start + 0.5 * at * (
        end - before + at * (2 * before - 5 * start + 4 * end - after + at * (3 * (start - end) + after - before))
    )
