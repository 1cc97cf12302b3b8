"""Weigh the comparisons: settings of Splink for many households, SQL for one, and words for who decides.

The evidence is defined in `evidence.py`; both engines are built from it, so that the same pair has the same score.
"""

import math
import re
from operator import itemgetter
from typing import Any, Final

from django.conf import settings

from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, PAIR_VALUES, WEIGHTS, Comparison, Level

# A smaller registry is judged as one of this size: among twenty households no name is known to be rare.
MIN_REGISTRY_SIZE: Final = 10_000
# A number which more households give is an agent's or a chief's and says nothing.
MAX_HOUSEHOLDS_PER_NUMBER: Final = 5
# A number which no third household gives is a family's own.
MAX_HOUSEHOLDS_OF_OWN_NUMBER: Final = 2
# How rare a name is in a village is learnt from this many households of the country, beside those of the village.
VILLAGE_SMOOTHING: Final = 20
# In a larger locality, members are looked for in the same square of 500 m only.
MAX_VILLAGE: Final = 1_000
# Blocking rules: only pairs which agree in one of these are compared. Each rule names columns; `mots` is any word of
# the name, `telephones` any number, `annees_voisines` years of birth at most one apart, `annees` the same or neighbouring
# groups of three years, `maille` the square of 100 m, once more shifted by half a square; `jetons` the given name and about
# the age of any member, `village` the locality, of a large one a square of 500 m; `groupes` any three given names of a
# household, neighbours in the order of their codes.
BLOCKING_RULES: Final = (
    ("telephones",),
    ("identifiant",),
    ("nom", "annees_voisines"),
    ("nom", "lieu"),
    ("mots", "lieu", "annees"),
    ("mots", "maille"),
    ("mots", "maille_decalee"),
    ("jetons", "village"),
    ("nom", "jetons", "secteur"),
    ("nom", "jetons", "annees"),
    ("groupes", "secteur"),
    ("groupes", "nom"),
)
LISTS: Final = ("mots", "telephones", "jetons", "groupes", "annees", "annees_voisines")
# Splink's names of the columns of the two sides.
SPLINK_SIDES: Final = ('"*_l"', '"*_r"')
SIDE_COLUMN: Final = re.compile(r"\{([ab])\.(\w+)\}")
PAIR_VALUE: Final = re.compile(r"\{(" + "|".join(PAIR_VALUES) + r")\}")


def compute_duplicate_share() -> float:
    """Return how many doubles a household is expected to have; above 1 where many lists were brought together."""
    return float(max(settings.DUPLICATE_PERCENT, 1) / 100)


def compute_prior(households: int) -> float:
    """Return the prior probability that any two households are one.

    Each of the expected share of the households has one duplicate among all others. The intercept of the weights is what
    all comparisons together count too much or too little.
    """
    chance = min(0.5, 2 * compute_duplicate_share() / max(households, 2))
    odds = chance / (1 - chance) * 2 ** WEIGHTS["intercept"]
    return float(odds / (1 + odds))


def compute_largest_share(rarity: str) -> float:
    """Return the share of a value from which on it counts no less, so that no level falls below its floor."""
    return min(
        2 ** (comparison.find_bits(level) - comparison.find_floor(level))
        for comparison in HOUSEHOLD_COMPARISONS
        for level in comparison.levels
        if level.rarity == rarity
    )


def bind_sides(text: str, a: str, b: str, pair: str | None = None) -> str:
    """Return a condition with its sides: `{a.nom}` becomes `a`, whose `*` is replaced by `nom`.

    `{communs}` becomes `pair` likewise, or its calculation.
    """
    text = PAIR_VALUE.sub(lambda found: pair.replace("*", found[1]) if pair else f"({PAIR_VALUES[found[1]]})", text)
    return SIDE_COLUMN.sub(lambda found: (a if found[1] == "a" else b).replace("*", found[2]), text)


def build_linker_settings(households: int) -> dict[str, Any]:
    """Return the model as settings of Splink, for a number of households."""
    return {
        "link_type": "dedupe_only",
        "unique_id_column_name": "menage_id",
        "probability_two_random_records_match": compute_prior(households),
        # Without these Splink returns neither the levels nor what each adds.
        "retain_matching_columns": True,
        "retain_intermediate_calculation_columns": True,
        "comparisons": [_build_splink_comparison(comparison, households) for comparison in HOUSEHOLD_COMPARISONS],
        "blocking_rules_to_generate_predictions": [_build_blocking_rule(names) for names in BLOCKING_RULES],
    }


def _build_splink_comparison(comparison: Comparison, households: int) -> dict[str, Any]:
    left, right = SPLINK_SIDES
    levels: list[dict[str, Any]] = [
        {"sql_condition": bind_sides(comparison.missing, left, right), "label_for_charts": "-", "is_null_level": True}
    ]
    for level in comparison.levels:
        bits = comparison.find_bits(level)
        if level.rarity == "menage":
            bits += math.log2(max(households, 2))
        # Splink knows two probabilities; with a rarity, it replaces the second one by the share of the value.
        settings: dict[str, Any] = {
            "sql_condition": bind_sides(level.condition, left, right) if level.condition else "ELSE",
            "label_for_charts": level.code,
            "m_probability": min(1.0, 2**bits),
            "u_probability": min(1.0, 2**-bits),
        }
        if level.rarity and level.rarity != "menage":
            settings |= {"tf_adjustment_column": level.rarity, "disable_tf_exact_match_detection": True}
        levels.append(settings)
    return {"output_column_name": comparison.code, "comparison_levels": levels}


def _build_blocking_rule(names: tuple[str, ...]) -> dict[str, Any]:
    lists = [name for name in names if name in LISTS]
    rule = {"blocking_rule": " AND ".join(f"l.{name} = r.{name}" for name in names)}
    return rule | ({"arrays_to_explode": lists} if lists else {})


def build_pair_values_sql() -> str:
    """Return the values of a pair as columns, over the sheets `a` and `b`, for PostgreSQL."""
    return bind_sides(", ".join(f"{sql} AS {name}" for name, sql in PAIR_VALUES.items()), "a.*", "b.*")


def build_levels_sql() -> str:
    """Return the levels as columns, one per comparison, over the sheets `a` and `b` and the values `ab` of the pair."""
    parts = []
    for comparison in HOUSEHOLD_COMPARISONS:
        whens = [f"WHEN {comparison.missing} THEN NULL"]
        whens += [f"WHEN {level.condition} THEN '{level.code}'" for level in comparison.levels if level.condition]
        parts.append(f"CASE {' '.join(whens)} ELSE '{comparison.levels[-1].code}' END AS {comparison.code}")
    return bind_sides(", ".join(parts), "a.*", "b.*", "ab.*")


def build_weights_sql(households: int) -> dict[str, str]:
    """Return the weight in bits of each comparison, as SQL over the columns of `build_levels_sql` and `n_<column>`.

    `n_<column>` is the number of households which have the value of a column whose rarity counts.
    """
    size = math.log2(max(households, 2))
    found = {}
    for comparison in HOUSEHOLD_COMPARISONS:
        whens = []
        for level in comparison.levels:
            bits = comparison.find_bits(level)
            text = f"{bits + size:.6f}" if level.rarity == "menage" else f"{bits:.6f}"
            if level.rarity and level.rarity != "menage":
                most = compute_largest_share(level.rarity)
                text += f" - ln(least(n_{level.rarity} / {households}::float8, {most!r})) / ln(2)"
            whens.append(f"WHEN '{level.code}' THEN {text}")
        found[comparison.code] = f"(CASE {comparison.code} {' '.join(whens)} ELSE 0 END)::float8"
    return found


def compute_prior_bits(households: int) -> float:
    """Return the prior odds in bits."""
    chance = compute_prior(households)
    return math.log2(chance / (1 - chance))


def find_level(comparison: Comparison, levels: dict[str, str]) -> Level | None:
    """Return the level of a pair in a comparison, or None when the value is missing on one side."""
    return next((level for level in comparison.levels if level.code == levels.get(comparison.code)), None)


def find_contribution(code: str, level: Level | None, contributions: dict[str, float]) -> float | None:
    """Return the bits which a comparison adds to the odds of a pair; None when it has no level or they are not known."""
    return contributions.get(code) if level else None


def compute_strength(contributions: dict[str, float | None]) -> float:
    """Return the bits which all comparisons of a pair add together: it tells pairs apart whose scores are all but 100."""
    return round(sum(filter(None, contributions.values())), 1)


def judge_level(level: Level | None, bits: float | None) -> bool | None:
    """Return whether a level tells in favour of one household, or None when it tells nothing."""
    if level is None or bits == 0:
        return None
    return not level.against if bits is None else bits > 0


def describe_levels(levels: dict[str, str], contributions: dict[str, float]) -> tuple[list[str], list[str]]:
    """Describe the levels of a pair: the reasons in favour of one household, and those against, the heaviest first.

    Pairs of earlier versions have no contributions: there the level says which it is.
    """
    sides: dict[bool, list[tuple[float, str]]] = {True: [], False: []}
    for comparison in HOUSEHOLD_COMPARISONS:
        level = find_level(comparison, levels)
        bits = find_contribution(comparison.code, level, contributions)
        verdict = judge_level(level, bits)
        if level and level.reason and verdict is not None:
            sides[verdict].append((-abs(bits or 0), str(level.reason)))
    # Only by weight: of equal ones the order of the comparisons stays.
    in_favour, against = ([text for _, text in sorted(sides[side], key=itemgetter(0))] for side in (True, False))
    return in_favour, against
