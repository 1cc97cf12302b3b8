"""Export what other features may use of demo; the rest of the package is private."""

from analysis.demo.queries import find_seed_parameters, list_accounts
from analysis.demo.rules import ANALYZED_TABLES, MANY_HOUSEHOLDS
from analysis.demo.services import OtherDataError, analyse_country, seed_accounts, seed_country

__all__ = [
    "ANALYZED_TABLES",
    "MANY_HOUSEHOLDS",
    "OtherDataError",
    "analyse_country",
    "find_seed_parameters",
    "list_accounts",
    "seed_accounts",
    "seed_country",
]
