"""Define the transitions of a programme and what each status allows.

A transition which is not in the table is refused with INVALID_STATUS.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from transfers.programmes.models import Statut


@dataclass(frozen=True)
class Transition:
    """Define a transition from any of `sources` to `target`.

    With `requires_running`, the last day of the programme must not have passed.
    """

    name: str
    sources: tuple[Statut, ...]
    target: Statut
    message: str | Promise
    requires_running: bool = False


ACTIVATE: Final = Transition(
    "activer", (Statut.EN_PREPARATION,), Statut.ACTIF, _("Programme activé."), requires_running=True
)
SUSPEND: Final = Transition("suspendre", (Statut.ACTIF,), Statut.SUSPENDU, _("Programme suspendu."))
RESUME: Final = Transition(
    "reactiver", (Statut.SUSPENDU,), Statut.ACTIF, _("Programme réactivé."), requires_running=True
)
CLOSE: Final = Transition(
    "cloturer", (Statut.ACTIF, Statut.SUSPENDU, Statut.TERMINE), Statut.CLOTURE, _("Programme clôturé.")
)
# Made only by the clock (`services.end_past_programmes`, `end_completed_programmes`), never by a request.
END: Final = Transition("terminer", (Statut.ACTIF,), Statut.TERMINE, _("Programme terminé."))
TRANSITIONS: Final = (ACTIVATE, SUSPEND, RESUME, CLOSE, END)

# People are enrolled before the first payment and as long as there are payments.
ENROLLING_STATUSES: Final = frozenset({Statut.EN_PREPARATION, Statut.ACTIF})
# The last cycles of a programme that has ended are calculated, validated and paid still: its debts are not over.
PAYING_STATUSES: Final = frozenset({Statut.ACTIF, Statut.TERMINE})
# A closed programme is history and cannot be changed.
CHANGEABLE_STATUSES: Final = frozenset(Statut) - {Statut.CLOTURE}
# Before a programme is announced it may still move to another project, or be deleted.
UNANNOUNCED_STATUSES: Final = frozenset({Statut.EN_PREPARATION})
