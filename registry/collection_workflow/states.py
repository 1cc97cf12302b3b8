"""Define the transitions of the data collection workflow. Any other transition is INVALID_STATUS.

`statut_collecte` is the household's step in the workflow, `statut` its state in the registry:

    pre_collecte / collecte    being collected (or corrected) in the field
    pre_collecte / en_attente  submitted, waits for the central unit
    valide / en_attente        validated, waits for integration
    integre / valide           integrated into the registry
    rejete / rejete            rejected
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from registry.households.models import Statut, StatutCollecte

NEW_DECISION: Final = "nouvelle"
KEEP_DECISION: Final = "completee"


@dataclass(frozen=True)
class Transition:
    """Represent a transition from one of `sources` to `target` and `statut`.

    `required_statut` restricts it to households with that statut. `capability` is what the project must allow besides
    being writable. A `NEW_DECISION` records who decided, when and why; `KEEP_DECISION` records it only when nobody has
    decided yet (an integration after a validation keeps the validator); without a decision the last one no longer
    applies, but its comment remains readable.
    """

    name: str
    sources: tuple[StatutCollecte, ...]
    target: StatutCollecte
    statut: Statut
    message: str | Promise
    required_statut: Statut | None = None
    capability: str | None = None
    decision: str | None = None

    def is_allowed_from(self, statut_collecte: str, statut: str) -> bool:
        """Return whether a household in this state may make the transition."""
        return statut_collecte in self.sources and (self.required_statut is None or statut == self.required_statut)


PRE, VALIDE, INTEGRE, REJETE = (
    StatutCollecte.PRE_COLLECTE,
    StatutCollecte.VALIDE,
    StatutCollecte.INTEGRE,
    StatutCollecte.REJETE,
)

SUBMIT: Final = Transition(
    "soumission",
    (PRE,),
    PRE,
    Statut.EN_ATTENTE,
    _("Fiche soumise."),
    required_statut=Statut.COLLECTE,
    capability="collecter",
)
VALIDATE: Final = Transition(
    "validation", (PRE,), VALIDE, Statut.EN_ATTENTE, _("Collecte validée."), decision=NEW_DECISION
)
INTEGRATE: Final = Transition(
    "integration", (PRE, VALIDE), INTEGRE, Statut.VALIDE, _("Ménage intégré au registre."), decision=KEEP_DECISION
)
REJECT: Final = Transition("rejet", (PRE, VALIDE), REJETE, Statut.REJETE, _("Collecte rejetée."), decision=NEW_DECISION)
REOPEN: Final = Transition(
    "reouverture", (REJETE,), PRE, Statut.COLLECTE, _("Collecte rouverte."), capability="collecter"
)
COLLECTION_TRANSITIONS: Final = {
    transition.name: transition for transition in (SUBMIT, VALIDATE, INTEGRATE, REJECT, REOPEN)
}
