"""Hold the thresholds and names of the quality dashboard, and compute the figures of a group."""

from typing import Final

from registry.quality.api import MAX_GPS_PRECISION_M, POINT_OUTSIDE_SECTOR

# Thresholds of suspicion: minutes between two interviews, km/h between two households, households at one position.
SUSPICION_LIMITS: Final = {
    "minutes": "5",
    "speed": "120",
    "shared": "3",
    "precision": str(MAX_GPS_PRECISION_M),
    "outside": POINT_OUTSIDE_SECTOR,
}
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


def compute_shares(counts: dict[str, int], total: int) -> dict[str, float]:
    """Return the counts in percent of `total`; 0 for an empty group."""
    return {name: round(100 * count / total, 1) if total else 0.0 for name, count in counts.items()}


def compute_whipple_index(known_ages: int, round_ages: int) -> float | None:
    """Return 100 when ages do not heap on 0 and 5, and 500 when all ages end in 0 or 5; None without ages."""
    return round(100 * EXPECTED_ROUND_FACTOR * round_ages / known_ages, 1) if known_ages else None


def compute_suspicion(shares: dict[str, float]) -> float:
    """Return the sum of a group's shares, by which the most suspect groups sort first."""
    return sum(shares.values())
