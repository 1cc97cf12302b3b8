"""Bound the score of a pair by what is quickly compared, so that a pair without a chance is not compared in full."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from registry.duplicates.linkage.comparisons import bind_sides, compute_prior_bits
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, Comparison, Level

# The comparisons that are looked at, among them all that have a rarity. Any other adds at most what its best level does.
QUICK: Final = ("nom", "annee", "telephone", "lieu", "taille", "identifiant", "logement")
# Values over lists of words and people, and lists themselves, are compared for the pairs that are left.
SLOW_CONDITION: Final = re.compile(r"\{(communs|moins|chef_[ab]|mots_[ab]|reste_[ab])\}|&&")
# The bits of a pair are added up in another order here, and rounded to six decimals in PostgreSQL.
ROUNDING: Final = 1e-4
# A set of telephone numbers as a whole number: numbers that two sets share are bits that both have.
MACROS: Final = """
CREATE MACRO sign_numbers(list) AS
  list_reduce(list_transform(list, lambda one: 1::BIGINT << (hash(one) % 62)::INTEGER), lambda a, b: a | b);
"""


@dataclass(frozen=True)
class Dialect:
    """Tell how a database reads what is not in the sheets, over both sides.

    `shares` are the shares of the values that two sheets have in common, by rarity, or less; `no_number` is true where they
    have no telephone number in common.
    """

    shares: Mapping[str, str]
    no_number: str


RARITIES: Final = {
    level.rarity for one in HOUSEHOLD_COMPARISONS for level in one.levels if level.rarity not in (None, "menage")
}
DUCKDB: Final = Dialect(
    shares={name: f"greatest({{a.tf_{name}}}, {{b.tf_{name}}})" for name in RARITIES},
    no_number="({a.signes} & {b.signes}) = 0",
)


def build_ceiling_condition(households: int, min_score: float, dialect: Dialect, a: str, b: str) -> str:
    """Return the condition that a pair may have a score of `min_score` (0 to 100) or more, over the sheets `a` and `b`."""
    if not 0 < min_score < 100:
        return "true"
    least = math.log2(min_score / (100 - min_score)) - compute_prior_bits(households) - ROUNDING
    ceilings = (_build_ceiling_sql(comparison, households, dialect) for comparison in HOUSEHOLD_COMPARISONS)
    return bind_sides(f"{' + '.join(ceilings)} >= {least!r}", a, b)


def _build_ceiling_sql(comparison: Comparison, households: int, dialect: Dialect) -> str:
    """Return the most bits that a comparison adds to the odds of a pair."""
    last = comparison.levels[-1]
    if comparison.code not in QUICK:
        return repr(max(0.0, *map(comparison.find_bits, comparison.levels)))
    whens = [f"WHEN {comparison.missing} THEN 0"]
    if comparison.code == "telephone":
        whens.append(f"WHEN {dialect.no_number} THEN {comparison.find_bits(last)!r}")
    passed = -math.inf  # the most bits of the levels that a pair may have and that are not looked at
    for level in comparison.levels:
        if SLOW_CONDITION.search(level.condition):
            passed = max(passed, _compute_bits(comparison, level, households))
            continue
        bits = _build_bits_sql(comparison, level, households, dialect)
        if passed > -math.inf:
            bits = f"greatest({bits}, {passed!r})"
        whens.append(f"WHEN {level.condition} THEN {bits}" if level.condition else f"ELSE {bits}")
    return f"CASE {' '.join(whens)} END"


def _compute_bits(comparison: Comparison, level: Level, households: int) -> float:
    """Return the bits of a level, without the rarity of its value unless it belongs to one household alone."""
    bits = comparison.find_bits(level)
    return bits + math.log2(max(households, 2)) if level.rarity == "menage" else bits


def _build_bits_sql(comparison: Comparison, level: Level, households: int, dialect: Dialect) -> str:
    bits = repr(_compute_bits(comparison, level, households))
    if level.rarity in (None, "menage"):
        return bits
    return f"{bits} - coalesce(ln({dialect.shares[level.rarity]}) / ln(2), 0)"
