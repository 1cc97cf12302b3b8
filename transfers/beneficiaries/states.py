"""The statuses of an enrolment and what leads from one to another."""

from dataclasses import dataclass
from typing import Final

from transfers.beneficiaries.models import StatutEnrolement as Statut


@dataclass(frozen=True)
class Move:
    """One transition: from any of `sources` to `target`."""

    name: str
    sources: frozenset[Statut]
    target: Statut


# Who left comes back by being made active again: he takes a place anew (decision 0026). Graduating, and taking that
# back, is for whoever decides about graduations.
ACTIVATE: Final = Move("activer", frozenset({Statut.SUSPENDU, Statut.SORTI}), Statut.ACTIF)
SUSPEND: Final = Move("desactiver", frozenset({Statut.ACTIF}), Statut.SUSPENDU)
EXIT: Final = Move("sortir", frozenset({Statut.ACTIF, Statut.SUSPENDU, Statut.GRADUE}), Statut.SORTI)
MOVES: Final = {move.name: move for move in (ACTIVATE, SUSPEND, EXIT)}
# The move that a caller means who writes the status that he wants.
TOWARDS: Final = {move.target: move for move in MOVES.values()}
