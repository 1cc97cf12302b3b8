"""Export what other features may use of demo; the rest of the package is private."""

from analysis.demo.accounts import list_accounts
from analysis.demo.services import (
    ANALYZED,
    MANY,
    OtherDataError,
    find_seed_parameters,
    seed_accounts,
    seed_country,
)

__all__ = [
    "ANALYZED",
    "MANY",
    "OtherDataError",
    "find_seed_parameters",
    "list_accounts",
    "seed_accounts",
    "seed_country",
]
