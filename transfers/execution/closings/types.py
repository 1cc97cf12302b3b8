"""Define what stands in the way of closing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Count payments without an outcome, and sheets whose cash is in the hands of a payer."""

    paiements: int
    feuilles: int
