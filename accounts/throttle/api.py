"""Export what other features may use of throttle; the rest of the package is private."""

from accounts.throttle.services import (
    SQL,
    count_sign_in,
    find_network,
    rate_limited,
)
from accounts.throttle.tally import TALLY

__all__ = [
    "SQL",
    "TALLY",
    "count_sign_in",
    "find_network",
    "rate_limited",
]
