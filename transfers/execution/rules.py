"""Define how many payments go to an operator at once, and how long a run is believed to be alive."""

from datetime import timedelta
from typing import Final

# Payments claimed, sent and settled together. A crash leaves at most so many unknown.
BATCH_SIZE: Final = 500
LEASE: Final = timedelta(seconds=60)
# The length of a reason that is stored.
MAX_REASON: Final = 500
