"""An attacker of the counts of cases: knows the method and its parameters, and asks everything that can be asked.

A world is the product of dimensions. A dimension has groups of its values (a sector, its region, the country), and splits:
a group that others make up. The attacker has the answer to every combination of groups that is answered at all and

- bounds each hidden cell by linear programming over all answers at once (scipy, HiGHS);
- subtracts, for every split, what is told of the parts from what is told of the whole, averages over all splits with the
  exact distribution of the noise, and guesses the likeliest value, given how often each value is hidden in truth. That
  last knowledge is a gift: an attacker has to guess it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import ceil, exp, floor
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, vstack

REACH = 16
LEAST = 5
# So many solutions, and their opposites, pull all cells at once.
GOALS = 2
WEIGHTS = [exp(-(noise**2) / 32) for noise in range(-REACH, REACH + 1)]
NOISE: np.ndarray = np.array(WEIGHTS) / sum(WEIGHTS)
Cell = tuple[str, ...]
Answers = Mapping[Cell, int | None]


@dataclass(frozen=True)
class Dimension:
    """Hold the groups of a dimension by name, with the values in each, and which groups make up which."""

    groups: Mapping[str, frozenset[str]]
    splits: Sequence[tuple[str, tuple[str, ...]]]

    @cached_property
    def values(self) -> list[str]:
        return sorted(name for name, values in self.groups.items() if len(values) == 1 and name in values)


def flat(*values: str) -> Dimension:
    """A dimension that is asked by one value, or not at all."""
    groups = {value: frozenset([value]) for value in values} | {"*": frozenset(values)}
    return Dimension(groups, [("*", values)])


@dataclass(frozen=True)
class Result:
    """Hold what an attack found: how many cells are hidden, certain and guessed, and what one guess for all gets right."""

    answers: int
    hidden: int
    certain: int
    guessed: int
    blind: int

    @property
    def gain(self) -> float:
        """Return by how many points guesses are better than blind ones."""
        return 100 * (self.guessed - self.blind) / self.hidden if self.hidden else 0.0


class Attacker:
    def __init__(self, dimensions: Sequence[Dimension], answers: Answers, truth: Callable[[Cell], int]) -> None:
        self.dimensions = dimensions
        self.answers = answers
        self.truth = truth
        self.base: list[Cell] = list(product(*(one.values for one in dimensions)))
        self.hidden = [cell for cell in self.base if answers.get(cell, 0) is None]

    def run(self) -> Result:
        truths = [self.truth(cell) for cell in self.hidden]
        counted = Counter(truths)
        blind = max(counted.values(), default=0)
        guessed = sum(self._guess(cell, counted) == truth for cell, truth in zip(self.hidden, truths, strict=True))
        return Result(len(self.answers), len(self.hidden), self.count_certain(), guessed, blind)

    def _guess(self, cell: Cell, counted: Counter[int]) -> int:
        """Return the likeliest value of a hidden cell."""
        best, value = -1.0, 1
        differences = list(self._list_differences(cell))
        for candidate, often in counted.items():
            likelihood = float(often)
            for told, noise in differences:
                place = told - candidate + (len(noise) - 1) // 2
                likelihood *= float(noise[place]) if 0 <= place < len(noise) else 0.0
            if likelihood > best:
                best, value = likelihood, candidate
        return value

    def _list_differences(self, cell: Cell) -> Any:
        """Yield (whole less the other parts, distribution of its noise) where all but this cell are told."""
        for place, dimension in enumerate(self.dimensions):
            for whole, parts in dimension.splits:
                if cell[place] not in parts:
                    continue
                told = self.answers[(*cell[:place], whole, *cell[place + 1 :])]
                others = [
                    self.answers.get((*cell[:place], part, *cell[place + 1 :])) for part in parts if part != cell[place]
                ]
                if told is None or None in others:
                    continue
                noise = NOISE
                for other in others:
                    noise = np.convolve(noise, NOISE) if other else noise
                yield told - sum(other or 0 for other in others), noise

    def count_certain(self) -> int:
        """Return how many hidden cells can have only one value; of those that are told empty nothing is unknown."""
        unknown = [cell for cell in self.base if self.answers.get(cell) != 0]
        index = {cell: number for number, cell in enumerate(unknown)}
        rows, low, high = [], [], []
        for cell, told in self.answers.items():
            if told == 0:
                continue
            inside = product(*(one.groups[name] for one, name in zip(self.dimensions, cell, strict=True)))
            rows.append([index[part] for part in inside if part in index])
            least, most = (1, LEAST - 1 + REACH) if told is None else (max(LEAST, told - REACH), told + REACH)
            low.append(least)
            high.append(most)
        columns = [column for row in rows for column in row]
        starts = np.cumsum([0, *map(len, rows)])
        matrix = csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(rows), len(unknown)))
        both = vstack([matrix, -matrix]).tocsr()
        return self._count_narrow(
            [index[cell] for cell in self.hidden], both, np.array([*high, *(-one for one in low)])
        )

    def _count_narrow(self, columns: Sequence[int], matrix: Any, limits: np.ndarray) -> int:
        """Return how many columns have room for one whole number only.

        Every solution shows values that its cells can have: most cells are known to have two after those that pull all cells
        at once, up or down at random; each of the others is bounded from both sides.
        """
        size = matrix.shape[1]
        lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
        signs = np.random.default_rng(size).choice((-1.0, 1.0), (GOALS, size))
        certain = 0
        for wanted in (None, *columns):
            goals = [np.ones(size), *signs] if wanted is None else [(np.arange(size) == wanted).astype(float)]
            for goal, sign in product(goals, (1, -1)):
                if wanted is not None and _has_two(lowest[wanted], highest[wanted]):
                    break
                found = linprog(sign * goal, A_ub=matrix, b_ub=limits, bounds=(0, None), method="highs")
                assert found.status == 0, found.message
                lowest, highest = np.minimum(lowest, found.x), np.maximum(highest, found.x)
            certain += wanted is not None and not _has_two(lowest[wanted], highest[wanted])
        return certain


def _has_two(low: float, high: float) -> bool:
    """Return whether two whole numbers lie between."""
    return floor(high + 1e-6) > ceil(low - 1e-6)
