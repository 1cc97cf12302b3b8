"""Hold the thresholds and names of the quality dashboard, and compute the figures of a group."""

from math import sqrt
from typing import Final

# The counts that are also shown in percent.
SHARE_FIELDS: Final = (
    "sans_gps",
    "gps_imprecis",
    "hors_secteur",
    "entretiens_trop_proches",
    "deplacements_impossibles",
    "positions_partagees",
)
MAX_SURVEYORS: Final = 500
EXPECTED_ROUND_FACTOR: Final = 5  # one age in five ends in 0 or 5
FEWEST_AGES: Final = 30  # known ages: of fewer an index says nothing
NORMAL_95: Final = 1.96  # of a normal distribution, 95 % lies within so many standard deviations


def compute_shares(counts: dict[str, int], total: int) -> dict[str, float]:
    """Return the counts in percent of `total`; 0 for an empty group."""
    return {name: round(100 * count / total, 1) if total else 0.0 for name, count in counts.items()}


def compute_whipple_index(known_ages: int, round_ages: int) -> float | None:
    """Return 100 when ages do not heap on 0 and 5, and 500 when all ages end in 0 or 5; None without ages."""
    return round(100 * EXPECTED_ROUND_FACTOR * round_ages / known_ages, 1) if known_ages else None


def compute_assured_share(count: int, total: int) -> float:
    """Return the share in percent that the counts assure: the lower bound of Wilson's interval at 95 %.

    One of four assures 5 %, sixty of three hundred 16 %: few households do not make a group suspect.
    """
    if not total:
        return 0.0
    share, spread = count / total, NORMAL_95**2 / total
    margin = NORMAL_95 * sqrt(share * (1 - share) / total + spread / (4 * total))
    return 100 * max(0.0, (share + spread / 2 - margin) / (1 + spread))


def compute_assured_heaping(known_ages: int, round_ages: int) -> float:
    """Return by how much the assured share of round ages, in percent, exceeds the one in five of no heaping."""
    if known_ages < FEWEST_AGES:
        return 0.0
    return max(0.0, compute_assured_share(round_ages, known_ages) - 100 / EXPECTED_ROUND_FACTOR)


def compute_suspicion(counts: dict[str, int], total: int) -> float:
    """Return the sum of a group's assured shares, by which the most suspect groups sort first."""
    return sum(compute_assured_share(count, total) for count in counts.values())
