"""Define the transitions between the statuses of an enrolment."""

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
# reversal are not among them: they belong to the decisions about graduation.
ACTIVATE: Final = Transition("activer", frozenset({Statut.SUSPENDU, Statut.SORTI}), Statut.ACTIF)
SUSPEND: Final = Transition("desactiver", frozenset({Statut.ACTIF}), Statut.SUSPENDU)
EXIT: Final = Transition("sortir", frozenset({Statut.ACTIF, Statut.SUSPENDU, Statut.GRADUE}), Statut.SORTI)
TRANSITIONS: Final = {transition.name: transition for transition in (ACTIVATE, SUSPEND, EXIT)}
# The transition which is meant when a request sets a status.
TRANSITIONS_BY_TARGET: Final = {transition.target: transition for transition in TRANSITIONS.values()}
