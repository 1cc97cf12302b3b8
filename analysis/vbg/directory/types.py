"""Describe what the directory shows of the cases of services."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """Hold counts of cases as they may be disclosed; None is a count that is masked, or that nobody counts."""

    cas_pris_en_charge: int | None = None
    cas_en_cours: int | None = None
    cas_resolus: int | None = None
