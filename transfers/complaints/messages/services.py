"""Queue messages to complainants."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import override

from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.models import Complaint, ComplaintStatus, Origin
from transfers.complaints.teams.models import Category

CHANNELS: Final = (Origin.SMS, Origin.VOIX)
# What a complainant is told of a new status.
STATUS_TEXTS: Final[dict[str, Any]] = {
    ComplaintStatus.EN_COURS: lazy("Votre plainte %(reference)s est en cours de traitement."),
    ComplaintStatus.RESOLUE: lazy("Votre plainte %(reference)s est résolue."),
    ComplaintStatus.FERMEE: lazy("Votre plainte %(reference)s est fermée."),
    ComplaintStatus.REJETEE: lazy("Votre plainte %(reference)s n'a pas été retenue."),
}


def queue_message(complaint: Complaint, text: str) -> OutboundMessage | None:
    """Queue a message to who complained through a gateway; return None for anybody else.

    Never about violence: somebody else may hold the telephone.
    """
    if complaint.canal not in CHANNELS or complaint.categorie == Category.VBG or not complaint.telephone:
        return None
    return OutboundMessage.objects.create(plainte=complaint, texte=text)


def queue_status_message(complaint: Complaint) -> None:
    """Tell a complainant, in their language, that their complaint has a new status."""
    if text := STATUS_TEXTS.get(complaint.statut):
        with override(complaint.langue):
            queue_message(complaint, str(text) % {"reference": complaint.reference})


def queue_appeal_message(complaint: Complaint, is_granted: bool) -> None:
    """Tell a complainant, in their language, what was decided of their appeal."""
    if is_granted:
        text = lazy("Votre appel est accueilli : votre plainte %(reference)s sera traitée de nouveau.")
    else:
        text = lazy("Votre appel est rejeté : la décision sur votre plainte %(reference)s est confirmée.")
    with override(complaint.langue):
        queue_message(complaint, str(text) % {"reference": complaint.reference})
