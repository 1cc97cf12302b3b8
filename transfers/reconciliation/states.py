"""Define in which status of a session what may be done, and which status it has then."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from transfers.reconciliation.models import SessionStatus as Status


@dataclass(frozen=True, slots=True)
class Transition:
    """Define a move from any of `sources` to `target`, and what is said to who may not make it."""

    sources: frozenset[Status]
    target: Status
    refusal: str | Promise


MATCH: Final = Transition(
    frozenset({Status.BROUILLON, Status.EN_COURS, Status.A_VALIDER}),
    Status.EN_COURS,
    _("Une session validée ou annulée ne se rapproche plus."),
)
VALIDATE: Final = Transition(
    frozenset({Status.EN_COURS}), Status.A_VALIDER, _("Seule une session en cours se propose à la validation.")
)
FINALIZE: Final = Transition(
    frozenset({Status.A_VALIDER}), Status.VALIDE, _("Seule une session à valider se finalise.")
)
CANCEL: Final = Transition(
    frozenset({Status.BROUILLON, Status.EN_COURS, Status.A_VALIDER}),
    Status.ANNULE,
    _("Une session validée ou annulée ne s'annule plus."),
)
# While people decide entries.
DECIDABLE: Final = frozenset({Status.EN_COURS, Status.A_VALIDER})
