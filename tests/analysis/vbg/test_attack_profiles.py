"""The attack on counts by age band and sex, together with those by rubrique: nothing is certain, and guesses gain little.

The attacker knows the method, bounds hidden cells by linear programming over the answers of both cubes, and subtracts from a
year of a region all that is told of its parts; of those that are hidden he knows how often each value is. In the worse half
he is given the true number of cases of each region, which nobody is told.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from math import ceil, floor

import numpy as np
import pytest
from scipy.optimize import linprog

from analysis.vbg.cases.models import AgeBand, SurvivorSex
from analysis.vbg.statistics.api import count_profiles
from analysis.vbg.statistics.types import Period
from tests.analysis.vbg.attacker import LEAST, NOISE, REACH, Result
from tests.analysis.vbg.cases import add_cases
from tests.analysis.vbg.test_attack import GAIN, publish

REGIONS = ("bafata", "cacheu", "oio")
RUBRIQUES = ("autre", "exploitation", "mariage_force", "violence_physique")
PROFILES = tuple(product(map(str, AgeBand), map(str, SurvivorSex)))
# Women and adults are most of those who come.
WEIGHTS = {"0-11": 0.5, "12-17": 1.0, "18+": 2.0, "inconnu": 0.5, "F": 2.4, "M": 0.4}
UNKNOWN_SEX = 0.2
MOST = 40
Part = frozenset[int]


@dataclass
class World:
    """Hold the true cells (region, rubrique, profile) and the answers: their cells, and what is told (None: hidden)."""

    cells: list[tuple[str, str, tuple[str, str]]]
    counts: list[int]
    keys: list[int]
    answers: dict[Part, int | None] = field(default_factory=dict)

    def pick(self, region: str, rubrique: str | None = None, profile: tuple[str, str] | None = None) -> Part:
        return frozenset(
            place
            for place, cell in enumerate(self.cells)
            if cell[0] == region and rubrique in (None, cell[1]) and profile in (None, cell[2])
        )

    def count(self, part: Part) -> int:
        return sum(self.counts[place] for place in part)

    def tell(self, part: Part) -> None:
        """The same cases have the same keys in both cubes, and so the same noise."""
        self.answers[part] = publish(self.count(part), sum(self.keys[place] for place in part))


def draw_world(seed: int, mean: float) -> World:
    """A year of three regions; `mean` is that of the cases of a region, an age band and a sex."""
    rng = np.random.default_rng(seed)
    cells = [(*pair, profile) for pair in product(REGIONS, RUBRIQUES) for profile in PROFILES]
    spread = {(region, profile): rng.gamma(0.7, 1 / 0.7) for region in REGIONS for profile in PROFILES}
    counts = []
    for region, _rubrique, (age, sex) in cells:
        weight = WEIGHTS[age] * WEIGHTS.get(sex, UNKNOWN_SEX) * spread[region, (age, sex)]
        counts.append(int(rng.poisson(mean * weight / len(RUBRIQUES))))
    world = World(cells, counts, [int(rng.integers(0, 65_536, count).sum()) for count in counts])
    for region in REGIONS:
        world.tell(world.pick(region))
        for rubrique in RUBRIQUES:
            world.tell(world.pick(region, rubrique))
        for profile in PROFILES:
            world.tell(world.pick(region, None, profile))
    return world


def guess(world: World, region: str, part: Part, counted: Counter[int], is_total_known: bool) -> int:
    """The likeliest value of a hidden profile: the year of its region less the other profiles."""
    whole = world.pick(region)
    told = world.count(whole) if is_total_known else world.answers[whole]
    if told is None:
        return max(counted, key=lambda value: (counted[value], -value))
    prior = np.array([counted.get(value, 0) for value in range(MOST)], float) / counted.total()
    spread, offset = (np.array([1.0]), 0) if is_total_known else (NOISE, REACH)
    for profile in PROFILES:
        other = world.pick(region, None, profile)
        if other == part:
            continue
        answer = world.answers[other]
        if answer is None:
            spread = np.convolve(spread, prior)
        elif answer:
            spread, offset, told = np.convolve(spread, NOISE), offset + REACH, told - answer
    places = {value: told - value + offset for value in counted}
    likelihood = {
        value: counted[value] * (float(spread[place]) if 0 <= place < len(spread) else 0.0)
        for value, place in places.items()
    }
    return max(likelihood, key=lambda value: (likelihood[value], counted[value], -value))


def count_certain(world: World, hidden: Sequence[Part]) -> int:
    """How many hidden cells can have one value only, by the answers of both cubes at once."""
    rows, bounds = [], []
    for part, told in world.answers.items():
        row = np.zeros(len(world.cells))
        row[list(part)] = 1
        low, high = (0, 0) if told == 0 else (1, LEAST - 1 + REACH)
        if told:
            low, high = max(LEAST, told - REACH), told + REACH
        rows += [row, -row]
        bounds += [high, -low]
    matrix, limits = np.array(rows), np.array(bounds)
    certain = 0
    for part in hidden:
        goal = np.zeros(len(world.cells))
        goal[list(part)] = 1
        ends = []
        for sign in (1, -1):
            found = linprog(sign * goal, A_ub=matrix, b_ub=limits, bounds=(0, None), method="highs")
            assert found.status == 0, found.message
            ends.append(sign * found.fun)
        certain += floor(ends[1] + 1e-6) <= ceil(ends[0] - 1e-6)
    return certain


def attack(seed: int, mean: float, is_total_known: bool, bounds: bool) -> Result:
    world = draw_world(seed, mean)
    hidden = [
        (region, world.pick(region, None, profile))
        for region, profile in product(REGIONS, PROFILES)
        if world.answers[world.pick(region, None, profile)] is None
    ]
    counted = Counter(world.count(part) for _region, part in hidden)
    guessed = sum(guess(world, region, part, counted, is_total_known) == world.count(part) for region, part in hidden)
    certain = count_certain(world, [part for _region, part in hidden]) if bounds else 0
    return Result(len(world.answers), len(hidden), certain, guessed, max(counted.values(), default=0))


def add_up(results: Sequence[Result]) -> Result:
    names = ("answers", "hidden", "certain", "guessed", "blind")
    return Result(*(sum(getattr(one, name) for one in results) for name in names))


@pytest.mark.parametrize("is_total_known", [False, True], ids=["told", "true totals"])
@pytest.mark.parametrize("mean", [1, 4, 20])
def test_hidden_profiles_stay_hidden(mean: float, is_total_known: bool) -> None:
    total = add_up([attack(seed, mean, is_total_known, bounds=seed < 2 and not is_total_known) for seed in range(60)])
    assert total.hidden > 300 and total.certain == 0 and total.gain <= GAIN, total


@pytest.mark.slow
@pytest.mark.parametrize("mean", [1, 2, 4, 8, 20])
def test_a_hundred_years_hold(mean: float, capsys: pytest.CaptureFixture[str]) -> None:
    """With the bounds of both cubes; and each density again with the true totals."""
    told = add_up([attack(seed, mean, is_total_known=False, bounds=True) for seed in range(100)])
    worse = add_up([attack(seed, mean, is_total_known=True, bounds=False) for seed in range(100)])
    with capsys.disabled():
        print(f"\n{mean}: {told}, {told.gain:+.1f} points; with true totals {worse.guessed}, {worse.gain:+.1f}")
    assert told.hidden > 0 and told.certain == 0 and told.gain <= GAIN and worse.gain <= GAIN


def test_the_service_answers_as_the_attacker_thinks(country) -> None:
    """Every year and region, asked of the database; sums are made of what is told of cells."""
    rng = np.random.default_rng(5)
    told: dict[tuple[int, str, str, str], int | None] = {}
    for year, (name, region) in product((2023, 2024), (("west", country.west), ("east", country.east))):
        for age, sex in PROFILES[:7]:
            keys = rng.integers(0, 65_536, int(rng.integers(0, 14))).tolist()
            for place, key in enumerate(keys):
                month = date(year, place % 12 + 1, 1)
                add_cases(1, region, cle=key, mois=month, tranche_age=age, sexe=sex, rubrique=RUBRIQUES[place % 4])
            told[year, name, age, sex] = publish(len(keys), sum(keys))

    def ask(years: tuple[int, int], *regions: str) -> dict[tuple[str | None, str | None], int | None]:
        ids = [getattr(country, name).id for name in regions]
        return count_profiles(ids, Period(date(years[0], 1, 1), date(years[1], 12, 1)))

    def add(parts: list[int | None]) -> int | None:
        parts = [part for part in parts if part != 0]
        if not parts:
            return 0
        return None if set(parts) == {None} else sum(3 if part is None else part for part in parts)

    for years, regions in product(((2023, 2023), (2024, 2024), (2023, 2024)), (("west",), ("east",), ("west", "east"))):
        found = ask(years, *regions)
        cells = {key: value for key, value in told.items() if years[0] <= key[0] <= years[1] and key[1] in regions}
        for age, sex in PROFILES[:7]:
            assert found.get((age, sex), 0) == add([each for key, each in cells.items() if key[2:] == (age, sex)])
        for age in {age for age, _sex in PROFILES[:7]}:
            assert found.get((age, None), 0) == add([each for key, each in cells.items() if key[2] == age])
