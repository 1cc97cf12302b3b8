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


# Activating a beneficiary who has left brings them back: they need a place again (decision 0026).
ACTIVATE: Final = Transition("activer", frozenset({Statut.SUSPENDU, Statut.SORTI}), Statut.ACTIF)
SUSPEND: Final = Transition("desactiver", frozenset({Statut.ACTIF}), Statut.SUSPENDU)
EXIT: Final = Transition("sortir", frozenset({Statut.ACTIF, Statut.SUSPENDU, Statut.GRADUE}), Statut.SORTI)
# A graduated beneficiary keeps the place. Only a decision about a graduation makes these two (decision 0101).
GRADUATE: Final = Transition("graduer", frozenset({Statut.ACTIF}), Statut.GRADUE)
RESTORE: Final = Transition("retablir", frozenset({Statut.GRADUE}), Statut.ACTIF)
# The transitions that a request names.
TRANSITIONS: Final = {transition.name: transition for transition in (ACTIVATE, SUSPEND, EXIT)}
# The transition which is meant when a request sets a status.
TRANSITIONS_BY_TARGET: Final = {transition.target: transition for transition in TRANSITIONS.values()}
