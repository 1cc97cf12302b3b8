"""Bound the score of a pair by what is quickly compared, so that a pair without a chance is not compared in full."""

import math
import re
from typing import Final

from registry.duplicates.linkage.comparisons import bind_sides, compute_prior_bits
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, Comparison, Level

# The comparisons that are looked at. Any other adds at most what its best level does.
QUICK: Final = ("nom", "annee", "telephone", "lieu", "taille", "identifiant", "logement")
# Values over lists of words and people, and lists themselves, are compared for the pairs that are left.
SLOW_CONDITION: Final = re.compile(r"\{(communs|moins|chef_[ab]|mots_[ab]|reste_[ab])\}|&&")
# When only the last level of a comparison is left.
LAST_LEVEL_CONDITIONS: Final = {"telephone": "({a.signes} & {b.signes}) = 0"}
# The bits of a pair are added up in another order here.
ROUNDING: Final = 1e-6
# A set of telephone numbers as a whole number: numbers that two sets share are bits that both have.
MACROS: Final = """
CREATE MACRO sign_numbers(list) AS
  list_reduce(list_transform(list, lambda one: 1::BIGINT << (hash(one) % 62)::INTEGER), lambda a, b: a | b);
"""


def build_ceiling_condition(households: int, min_score: float, a: str, b: str) -> str:
    """Return the condition that a pair may have a score of `min_score` (above 0 and below 100) or more, for DuckDB.

    `a` and `b` are its sheets, with the shares of their values and with `signes`, as in `bind_sides`.
    """
    least = math.log2(min_score / (100 - min_score)) - compute_prior_bits(households) - ROUNDING
    ceilings = (_build_ceiling_sql(comparison, households) for comparison in HOUSEHOLD_COMPARISONS)
    return bind_sides(f"{' + '.join(ceilings)} >= {least!r}", a, b)


def _build_ceiling_sql(comparison: Comparison, households: int) -> str:
    """Return the most bits that a comparison adds to the odds of a pair, over both sides."""
    highest = max(0.0, *(_compute_bits(comparison, level, households) for level in comparison.levels))
    if comparison.code not in QUICK:
        return repr(highest)
    whens = [f"WHEN {comparison.missing} THEN 0"]
    if condition := LAST_LEVEL_CONDITIONS.get(comparison.code):
        whens.append(f"WHEN {condition} THEN {_compute_bits(comparison, comparison.levels[-1], households)!r}")
    passed = -math.inf  # the most bits of the levels that a pair may have and that are not looked at
    for level in comparison.levels:
        if SLOW_CONDITION.search(level.condition):
            passed = max(passed, _compute_bits(comparison, level, households))
            continue
        bits = _build_bits_sql(comparison, level, households)
        if passed > -math.inf:
            bits = f"greatest({bits}, {passed!r})"
        whens.append(f"WHEN {level.condition} THEN {bits}" if level.condition else f"ELSE {bits}")
    return f"CASE {' '.join(whens)} END"


def _compute_bits(comparison: Comparison, level: Level, households: int) -> float:
    """Return the bits of a level, without the rarity of its value unless it belongs to one household alone."""
    bits = comparison.find_bits(level)
    return bits + math.log2(max(households, 2)) if level.rarity == "menage" else bits


def _build_bits_sql(comparison: Comparison, level: Level, households: int) -> str:
    bits = repr(_compute_bits(comparison, level, households))
    if level.rarity in (None, "menage"):
        return bits
    return f"{bits} - coalesce(log2(greatest({{a.tf_{level.rarity}}}, {{b.tf_{level.rarity}}})), 0)"
