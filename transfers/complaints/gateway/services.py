"""Take the messages of a gateway, and give it those to deliver.

A message that comes twice is taken once. One that names the reference of a complaint from the same number is added to
it, unless it speaks of violence and the complaint does not; any other is a complaint of its own. Its answer has the reference and the code to follow it.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from config.ids import build_first_uuid7
from config.locks import Lock, lock_name
from transfers.complaints.gateway.rules import MAX_MESSAGES, find_reference, shorten_text
from transfers.complaints.gateway.types import AwaitingMessage, GatewayMessage, TakenMessage
from transfers.complaints.messages.models import InboundMessage, OutboundMessage
from transfers.complaints.messages.services import queue_message
from transfers.complaints.models import Complaint
from transfers.complaints.notices.services import notify_comment, notify_new_complaints
from transfers.complaints.public.rules import names_violence
from transfers.complaints.public.services import store_public_complaint
from transfers.complaints.services import Action, record_move
from transfers.complaints.states import ENDED
from transfers.complaints.teams.models import Category


@transaction.atomic
def exchange_messages(
    *, messages: Sequence[GatewayMessage], delivered: Sequence[UUID]
) -> tuple[list[TakenMessage], list[AwaitingMessage]]:
    """Take messages, note which were delivered, and return what was taken and what is to be delivered now."""
    # Of two requests with the same message, the second waits and finds it taken.
    lock_name(Lock.GATEWAY)
    new: list[Complaint] = []
    taken = [_take_message(message, new) for message in messages]
    notify_new_complaints(complaints=new, by=None)
    OutboundMessage.objects.filter(id__in=delivered, remis_le=None).update(remis_le=timezone.now(), texte="")
    return taken, list_awaiting_messages()


def list_awaiting_messages() -> list[AwaitingMessage]:
    """Return the oldest messages that were not reported delivered, of the last GATEWAY_KEEP_DAYS.

    One that cannot be delivered, or whose complaint has no number any more, keeps no other from being sent.
    """
    since = build_first_uuid7(timezone.now() - timedelta(days=settings.GATEWAY_KEEP_DAYS))
    waiting = OutboundMessage.objects.filter(remis_le=None, id__gte=since, plainte__telephone__gt="")
    return [
        AwaitingMessage(row.id, row.plainte.canal, row.plainte.telephone or "", row.plainte.langue, row.texte)
        for row in waiting.select_related("plainte").order_by("id")[:MAX_MESSAGES]
    ]


def _take_message(message: GatewayMessage, new: list[Complaint]) -> TakenMessage:
    """Take one message, and add to `new` the complaint that it is."""
    known = InboundMessage.objects.filter(identifiant=message.identifiant).select_related("plainte").first()
    if known:
        return TakenMessage(message.identifiant, known.plainte.reference)
    row = _find_continued(message)
    if row:
        record_move(row, Action.COMMENTAIRE, None, row.statut, message.texte)
        notify_comment(complaint=row, by=None)
    else:
        row = _take_complaint(message)
        new.append(row)
    InboundMessage.objects.create(identifiant=message.identifiant, plainte=row)
    return TakenMessage(message.identifiant, row.reference)


def _find_continued(message: GatewayMessage) -> Complaint | None:
    """Return the open complaint of the same number that a message names."""
    reference = find_reference(message.texte)
    if reference is None:
        return None
    number = Q(telephone=message.numero) | Q(confidentiel__telephone=message.numero)
    row = Complaint.objects.filter(number, reference=reference).exclude(statut__in=ENDED).first()
    # What names violence stays secret: it does not become a comment that all readers of another complaint see.
    return None if row and row.categorie != Category.VBG and names_violence(message.texte) else row


def _take_complaint(message: GatewayMessage) -> Complaint:
    row, code = store_public_complaint(
        values={
            "objet": shorten_text(message.texte),
            "description": message.texte,
            "categorie": message.categorie,
            "telephone": message.numero,
            "canal": message.canal,
            "langue": message.langue,
        }
    )
    with override(message.langue):
        text = _("Plainte reçue : %(reference)s. Code de suivi : %(code)s.")
        queue_message(row, text % {"reference": row.reference, "code": code})
    return row
