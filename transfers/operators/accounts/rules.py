"""Define periods of statistics, and the first day of a deposit."""

from datetime import date
from typing import Final

# Days of the periods of an account's statistics.
PERIOD_DAYS: Final = {"month": 30, "quarter": 91, "year": 365}

# By which of its two days a movement is counted: that on which it was posted, or the value date of its entry.
BY_POSTING: Final = "comptabilisation"
BY_VALUE: Final = "valeur"

# No deposit is older: a year typed with a wrong digit.
FIRST_DAY: Final = date(2000, 1, 1)
