"""The colours of the map: told apart by every eye, by day and in the dark, and of one hue in both."""

import colorsys
import math
import re
from itertools import combinations
from pathlib import Path

import pytest

PALETTE = Path(__file__).parents[3] / "analysis/console/static/console/map/palette.js"
# How eyes without one kind of cones see linear red, green and blue (Machado, Oliveira and Fernandes 2009).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
APART = 20  # of CIE 1976: two colours beside each other are taken for the same below some 10
TURN = 20  # degrees of hue


def list_pairs(name: str, pattern: str) -> list[tuple[str, str]]:
    """List the colours of a ramp, by day and in the dark."""
    block = PALETTE.read_text().split(f"const {name} = [")[1].split("];")[0]
    return re.findall(pattern, block)


POVERTY = list_pairs("POVERTY", r'"(#\w{6})", "(#\w{6})"')
SHARES = list_pairs("SHARES", r'\["(#\w{6})", "(#\w{6})"\]')


def read_parts(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def read_light(colour: str) -> list[float]:
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in read_parts(colour)]


def find_place(colour: str, eye: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """Return lightness and both chromas of CIE 1976 of a colour as an eye sees it."""
    seen = [sum(one * other for one, other in zip(row, read_light(colour), strict=True)) for row in eye]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("mode", [0, 1])
def test_no_two_categories_of_poverty_look_alike(mode: int, eye: str) -> None:
    assert len(POVERTY) == 4
    places = [find_place(pair[mode], EYES[eye]) for pair in POVERTY]
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > APART


def read_contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, of 1 to 21 (WCAG)."""
    dark, light = sorted(
        sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), read_light(colour), strict=True))
        for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.browser
@pytest.mark.modules
@pytest.mark.slow
@pytest.mark.parametrize("mode", ["clair", "sombre"])
def test_the_number_of_a_circle_is_read_within_its_ring(visit, registry, mode: str) -> None:
    page = visit.sign_in(registry.cast.admin)
    page.wait_for_selector("#volet")
    number, middle = page.evaluate(
        """async (mode) => {
          const load = (name) => import(`/static/console/${name}`);
          const [{chooseTheme}, {colours}, points] = await Promise.all(
            ['state/theme.js', 'map/palette.js', 'map/layers-points.js'].map(load));
          chooseTheme(mode);
          const ink = colours(mode === 'sombre');
          const [{paint}] = points.makeLargeNumbers(ink, 1);
          return [paint['text-color'], ink.hollow];
        }""",
        mode,
    )
    assert read_contrast(number, middle) >= 4.5


@pytest.mark.parametrize("pair", [*POVERTY, *SHARES])
def test_a_meaning_keeps_its_hue_in_the_dark(pair: tuple[str, str]) -> None:
    day, dark = (360 * colorsys.rgb_to_hsv(*read_parts(colour))[0] for colour in pair)
    assert min(abs(day - dark), 360 - abs(day - dark)) <= TURN
