"""Define periods of statistics, and the first day of a deposit."""

from datetime import date
from typing import Final

# Days of the periods of an account's statistics.
PERIOD_DAYS: Final = {"month": 30, "quarter": 91, "year": 365}

# No deposit is older: a year typed with a wrong digit.
FIRST_DAY: Final = date(2000, 1, 1)
