"""An attacker asks everything that can be asked of the counts: no hidden cell is certain, and guesses gain little."""

from collections.abc import Sequence
from datetime import date
from itertools import product

import numpy as np
import pytest

from analysis.vbg.cases.api import shift_month
from analysis.vbg.statistics.api import count_cases
from analysis.vbg.statistics.types import Period, Selection, Unit
from tests.analysis.vbg.attacker import LEAST, NOISE, REACH, Attacker, Cell, Dimension, Result, flat
from tests.analysis.vbg.cases import add_cases

# The most that guesses may be better than blind ones, in points.
GAIN = 5.0
RUBRIQUES = ("autre", "exploitation", "mariage_force", "violence_physique")
MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3))
SECTORS = ("cosse", "nord", "sud")
PLACE = Dimension(
    {name: frozenset([name]) for name in SECTORS} | {"ouest": frozenset(["nord", "sud"]), "*": frozenset(SECTORS)},
    [("ouest", ("nord", "sud")), ("*", ("ouest", "cosse")), ("*", SECTORS)],
)
# A table of rubriques by sectors, and all filters of the analysis at once.
TABLE = (flat(*(f"r{number}" for number in range(8))), flat(*(f"s{number}" for number in range(5))))
FILTERS = (PLACE, flat(*map(str, MONTHS)), flat(*RUBRIQUES))
Keys = dict[Cell, list[int]]


def draw_keys(dimensions: Sequence[Dimension], seed: int, mean: float) -> Keys:
    """The keys of the cases of each cell; counts are as they are in life: many small ones, few large ones."""
    rng = np.random.default_rng(seed)
    cells = product(*(one.values for one in dimensions))
    return {cell: rng.integers(0, 65_536, rng.poisson(mean * rng.gamma(0.7, 1 / 0.7))).tolist() for cell in cells}


def publish(count: int, keys: int) -> int | None:
    """What `vbg.publier` does."""
    if count < LEAST:
        return None if count else 0
    starts = np.concatenate([[0], np.round(np.cumsum(NOISE) * 65_536)[:-1]])
    told = count + int(np.searchsorted(starts, keys % 65_536, side="right")) - 1 - REACH
    return told if told >= LEAST else None


def answer_all(dimensions: Sequence[Dimension], keys: Keys) -> dict[Cell, int | None]:
    """The answers to every combination of groups."""
    answers = {}
    for cell in product(*(one.groups for one in dimensions)):
        inside = product(*(one.groups[name] for one, name in zip(dimensions, cell, strict=True)))
        found = [key for part in inside for key in keys[part]]
        answers[cell] = publish(len(found), sum(found))
    return answers


def attack(dimensions: Sequence[Dimension], seed: int, mean: float) -> Result:
    keys = draw_keys(dimensions, seed, mean)
    return Attacker(dimensions, answer_all(dimensions, keys), lambda cell: len(keys[cell])).run()


def judge(results: Sequence[Result]) -> Result:
    """Return the sum of attacks. Fails when one is certain of a cell, or guesses better than blind by more than GAIN."""
    names = ("answers", "hidden", "certain", "guessed", "blind")
    total = Result(*(sum(getattr(one, name) for one in results) for name in names))
    assert total.hidden > 0 and total.certain == 0 and total.gain <= GAIN, total
    return total


@pytest.mark.parametrize("dimensions", [TABLE, FILTERS], ids=["table", "filters"])
def test_hidden_cells_stay_hidden(dimensions: Sequence[Dimension]) -> None:
    total = judge([attack(dimensions, seed, mean) for mean in (1, 5, 12) for seed in range(8)])
    assert total.hidden > 0 and total.certain == 0 and total.gain <= GAIN, total


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", [TABLE, FILTERS], ids=["table", "filters"])
@pytest.mark.parametrize("mean", [1, 2, 4, 8, 20])
def test_a_thousand_tables_hold(
    dimensions: Sequence[Dimension], mean: float, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hundred tables of each kind and density; each line of the table can be run, and run again, by itself."""
    total = judge([attack(dimensions, seed, mean) for seed in range(100)])
    with capsys.disabled():
        print(f"\n{request.node.callspec.id}: {total}, {total.gain:+.1f} points")


def test_the_service_answers_as_the_attacker_thinks(country) -> None:
    """Every combination of filters, asked of the database; and periods that overlap tell nothing new."""
    sectors = {"nord": country.north, "sud": country.south, "cosse": country.cosse}
    keys = draw_keys(FILTERS, 21, 5)
    for (name, month, rubrique), found in keys.items():
        fields = {"secteur_id": sectors[name].id, "mois": date.fromisoformat(month), "rubrique": rubrique}
        for key in found:
            add_cases(1, sectors[name].region, cle=key, **fields)
    units = {name: Unit(secteur_id=sector.id) for name, sector in sectors.items()}
    units |= {"ouest": Unit(region_id=country.west.id), "*": Unit()}
    periods = {str(month): Period(month, month) for month in MONTHS} | {"*": Period(MONTHS[0], MONTHS[2])}
    answers: dict[Cell, int | None] = {}
    for (place, unit), rubrique in product(units.items(), (None, *RUBRIQUES)):
        found_counts = count_cases(Selection([unit], rubrique), list(periods.values()))
        for name, counts in zip(periods, found_counts, strict=True):
            answers[place, name, rubrique or "*"] = counts.total
    assert answers == answer_all(FILTERS, keys) and len(answers) == 5 * 4 * 5
    assert Attacker(FILTERS, answers, lambda cell: len(keys[cell])).run().certain == 0
    two = count_cases(Selection([Unit()]), [Period(MONTHS[0], shift_month(MONTHS[0], 1))])[0].total
    one, other = (answers["*", str(month), "*"] for month in MONTHS[:2])
    assert one and other and two == one + other
