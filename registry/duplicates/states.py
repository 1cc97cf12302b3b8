"""Define which decisions are allowed about a pair.

A merged pair is deleted; its merge stores what it was.
"""

from typing import Final

from registry.duplicates.models import Decision

REOPEN: Final = "rouvrir"
TRANSITIONS: Final[dict[str | None, frozenset[str]]] = {
    None: frozenset({Decision.FUSIONNER, Decision.DISTINCTS, Decision.IGNORER}),
    Decision.IGNORER: frozenset({Decision.FUSIONNER, Decision.DISTINCTS, REOPEN}),
    Decision.DISTINCTS: frozenset({REOPEN}),
}
DECISIONS: Final = (*Decision.values, REOPEN)


def is_decision_allowed(current: str | None, decision: str) -> bool:
    return decision in TRANSITIONS.get(current, frozenset())
