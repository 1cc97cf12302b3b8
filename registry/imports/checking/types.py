"""Define what the checks count."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Count the staged rows, those with errors, and the different households.

    `known` and `known_errors` are the rows of known households without and with errors, `changed` the known households
    that an update would change, where that was asked.
    """

    total: int
    error_rows: int
    known: int
    known_errors: int
    changed: int
    households: int


@dataclass(frozen=True, slots=True)
class UnplacedRows:
    """Hold whether some rows may name no secteur, or no place at all."""

    sectorless: bool
    placeless: bool
