"""The table of transitions of a household's collection. What is not in it is INVALID_STATUS.

`statut_collecte` is where the household stands in the workflow, `statut` how the registry sees it:

    pre_collecte / collecte    being collected (or corrected) in the field
    pre_collecte / en_attente  submitted, waits for the central unit
    valide / en_attente        checked, waits for integration
    integre / valide           in the registry
    rejete / rejete            sent back
"""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from registry.households.models import Statut, StatutCollecte

NEW: Final = "nouvelle"
FILLED: Final = "completee"


@dataclass(frozen=True)
class Move:
    """From any of `sources` (and `only`, where only one statut will do) to `target` and `statut`.

    `capability` is what the project must allow beside being writable. A `NEW` decision writes down who decided, when
    and why; `FILLED` does so only where nobody has decided yet (integration after validation names the validator);
    without a decision the last one is over and its comment stays to be read. `motif` must be given where it says so.
    """

    name: str
    sources: tuple[StatutCollecte, ...]
    target: StatutCollecte
    statut: Statut
    done: Any
    only: Statut | None = None
    capability: str | None = None
    decision: str | None = None
    motif: bool = False

    def allowed(self, statut_collecte: str, statut: str) -> bool:
        """Whether a household in this state may make the move."""
        return statut_collecte in self.sources and (self.only is None or statut == self.only)


PRE, VALIDE, INTEGRE, REJETE = (
    StatutCollecte.PRE_COLLECTE, StatutCollecte.VALIDE, StatutCollecte.INTEGRE, StatutCollecte.REJETE,
)  # fmt: skip

SUBMIT: Final = Move(
    "soumission", (PRE,), PRE, Statut.EN_ATTENTE, _("Fiche soumise."), only=Statut.COLLECTE, capability="collecter"
)
VALIDATE: Final = Move("validation", (PRE,), VALIDE, Statut.EN_ATTENTE, _("Collecte validée."), decision=NEW)
INTEGRATE: Final = Move(
    "integration", (PRE, VALIDE), INTEGRE, Statut.VALIDE, _("Ménage intégré au registre."), decision=FILLED
)
REJECT: Final = Move(
    "rejet", (PRE, VALIDE), REJETE, Statut.REJETE, _("Collecte rejetée."), decision=NEW, motif=True
)  # fmt: skip
REOPEN: Final = Move("reouverture", (REJETE,), PRE, Statut.COLLECTE, _("Collecte rouverte."), capability="collecter")
MOVES: Final = {move.name: move for move in (SUBMIT, VALIDATE, INTEGRATE, REJECT, REOPEN)}
