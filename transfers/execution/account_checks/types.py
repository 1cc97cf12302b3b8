"""Define what a check of accounts reports."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CheckedAccounts:
    """Hold the counts of a check, and one page of the payments to correct.

    `par_code` counts faults, and `lignes` lists them, as `<field> <code>`.
    """

    verifies: int
    a_corriger: int
    par_code: dict[str, int]
    lignes: list[dict[str, Any]]
