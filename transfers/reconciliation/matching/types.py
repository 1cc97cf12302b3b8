"""Define what a matching answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """Hold what one matching did: entries that it looked at, pairs, entries without one, pairs that are new, and how long it took."""

    total_traitees: int
    rapprochees: int
    non_rapprochees: int
    nouveaux_matches: int
    duree: str
