"""The table of a programme's transitions, and what its status allows. What is not in it is INVALID_STATUS."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from transfers.programmes.models import Statut


@dataclass(frozen=True)
class Transition:
    """From any of `sources` to `target`. One that `runs` needs a programme whose last day has not passed."""

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
# Made by time alone (`services.end_past`), never asked for.
END: Final = Transition("terminer", (Statut.ACTIF,), Statut.TERMINE, _("Programme terminé."))
TRANSITIONS: Final = (ACTIVATE, SUSPEND, RESUME, CLOSE, END)

# People are enrolled before the first payment and while there are payments.
ENROLLING: Final = frozenset({Statut.EN_PREPARATION, Statut.ACTIF})
# What was closed is history: it is changed no more.
CHANGEABLE: Final = frozenset(Statut) - {Statut.CLOTURE}
# As long as nobody was told of it, a programme may still be another's, or not be at all.
UNANNOUNCED: Final = frozenset({Statut.EN_PREPARATION})
