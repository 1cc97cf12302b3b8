"""Define the transitions of the validation of a cycle.

A transition that is not in the table is refused with INVALID_STATUS. The last validation leads to `valide` instead.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from transfers.approvals.models import ApprovalAction
from transfers.cycles.models import StatutValidation as Statut


@dataclass(frozen=True)
class Transition:
    """Define a transition from any of `sources` to `target`, as it is written in the history."""

    action: ApprovalAction
    sources: frozenset[Statut]
    target: Statut
    message: str | Promise
    # Whether the programme must be active: what ends a validation is always allowed.
    requires_active: bool = False


SUBMIT: Final = Transition(
    ApprovalAction.SOUMISSION,
    frozenset({Statut.BROUILLON}),
    Statut.EN_ATTENTE,
    _("Cycle soumis à la validation."),
    requires_active=True,
)
VALIDATE: Final = Transition(
    ApprovalAction.VALIDATION,
    frozenset({Statut.EN_ATTENTE}),
    Statut.EN_ATTENTE,
    _("Niveau de validation enregistré."),
    requires_active=True,
)
REJECT: Final = Transition(ApprovalAction.REJET, frozenset({Statut.EN_ATTENTE}), Statut.REJETE, _("Cycle rejeté."))
RESET: Final = Transition(
    ApprovalAction.REINITIALISATION, frozenset(Statut), Statut.BROUILLON, _("Validation réinitialisée.")
)
# The message of the last validation.
COMPLETED: Final = _("Cycle validé : il peut être exécuté.")

STATUS_LABELS: Final = {
    Statut.BROUILLON: _("en brouillon"),
    Statut.EN_ATTENTE: _("en attente de validation"),
    Statut.VALIDE: _("validé"),
    Statut.REJETE: _("rejeté"),
}
