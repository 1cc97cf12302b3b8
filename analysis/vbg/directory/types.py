"""Describe what the directory shows of the cases of services."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """Hold counts of cases as they may be disclosed; None is a count that is masked, or that nobody counts."""

    cas_pris_en_charge: int | None = None
    cas_en_cours: int | None = None
    cas_resolus: int | None = None

    @property
    def is_masked(self) -> bool:
        """Return whether one of the counts is not told."""
        return None in (self.cas_pris_en_charge, self.cas_en_cours, self.cas_resolus)
