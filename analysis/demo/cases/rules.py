"""Say how many cases the demonstration has, and how they are spread."""

from typing import Final

# One case for so many households, over so many months before the day of the load.
HOUSEHOLDS_PER_CASE: Final = 6
LEAST_CASES: Final = 600
MONTHS: Final = 36
# Shares of rubriques, the commonest first.
RUBRIQUES: Final = (
    ("violence_physique", 0.34),
    ("violence_psychologique", 0.20),
    ("mariage_force", 0.13),
    ("violence_sexuelle", 0.11),
    ("violence_economique", 0.09),
    ("mutilation_genitale", 0.07),
    ("exploitation", 0.04),
    ("autre", 0.02),
)


def count_demo_cases(households: int) -> int:
    """Return how many cases a country of so many households has."""
    return max(LEAST_CASES, households // HOUSEHOLDS_PER_CASE)
