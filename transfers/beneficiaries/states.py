"""Define the statuses of an enrolment and the moves between them."""

from dataclasses import dataclass
from typing import Final

from transfers.beneficiaries.models import StatutEnrolement as Statut


@dataclass(frozen=True)
class Transition:
    """Define one transition: from any of `sources` to `target`."""

    name: str
    sources: frozenset[Statut]
    target: Statut


# Activating a beneficiary who has left brings them back: they need a place again (decision 0026). Graduation and its
# reversal are not moves: they belong to the decisions about graduation.
ACTIVATE: Final = Transition("activer", frozenset({Statut.SUSPENDU, Statut.SORTI}), Statut.ACTIF)
SUSPEND: Final = Transition("desactiver", frozenset({Statut.ACTIF}), Statut.SUSPENDU)
EXIT: Final = Transition("sortir", frozenset({Statut.ACTIF, Statut.SUSPENDU, Statut.GRADUE}), Statut.SORTI)
MOVES: Final = {move.name: move for move in (ACTIVATE, SUSPEND, EXIT)}
# The move which is meant when a request sets a status.
TOWARDS: Final = {move.target: move for move in MOVES.values()}
