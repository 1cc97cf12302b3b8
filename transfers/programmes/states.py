"""Define the transitions of a programme and what each status allows.

A transition which is not in the table is refused with INVALID_STATUS.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from transfers.programmes.models import Statut


@dataclass(frozen=True)
class Transition:
    """Define a transition from any of `sources` to `target`.

    With `runs`, the last day of the programme must not have passed.
    """

    name: str
    sources: tuple[Statut, ...]
    target: Statut
    done: Any
    runs: bool = False


ACTIVATE: Final = Transition("activer", (Statut.EN_PREPARATION,), Statut.ACTIF, _("Programme activé."), runs=True)
SUSPEND: Final = Transition("suspendre", (Statut.ACTIF,), Statut.SUSPENDU, _("Programme suspendu."))
RESUME: Final = Transition("reactiver", (Statut.SUSPENDU,), Statut.ACTIF, _("Programme réactivé."), runs=True)
CLOSE: Final = Transition(
    "cloturer", (Statut.ACTIF, Statut.SUSPENDU, Statut.TERMINE), Statut.CLOTURE, _("Programme clôturé.")
)
# Made only by the clock (`services.end_past_programmes`), never by a request.
END: Final = Transition("terminer", (Statut.ACTIF,), Statut.TERMINE, _("Programme terminé."))
TRANSITIONS: Final = (ACTIVATE, SUSPEND, RESUME, CLOSE, END)

# People are enrolled before the first payment and as long as there are payments.
ENROLLING: Final = frozenset({Statut.EN_PREPARATION, Statut.ACTIF})
# A closed programme is history and cannot be changed.
CHANGEABLE: Final = frozenset(Statut) - {Statut.CLOTURE}
# Before a programme is announced it may still move to another project, or be deleted.
UNANNOUNCED: Final = frozenset({Statut.EN_PREPARATION})
