"""Send mails through Django's mail backends.

A row is written in the transaction that requests the mail, and hinted to the queue. A run claims the row, composes the
text (a kind may set a password or a token while doing so) and sends it outside any transaction. A server that does not
respond costs the request nothing: the mail is retried with growing delays, and the user who requested it is notified.

When the server falls silent or this process dies during the handover, it is unknown whether the mail was accepted. Most
kinds are then sent again: better twice than never. A kind that `is_sent_once` is not.
"""

import logging
import smtplib
from contextlib import closing
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.utils import timezone
from django.utils.translation import override

from accounts.mails.hooks import mail_failure_listeners, mail_kinds
from accounts.mails.models import OutgoingMail
from accounts.mails.services import OUTBOX
from accounts.mails.types import MailText

logger = logging.getLogger("tabanca.mails")
FIRST_WAIT: Final = 30
LONGEST_WAIT: Final = 3600
# Number of mails that one upkeep run hints again.
BATCH: Final = 200
# Replies of a server that has refused the mail.
REFUSALS: Final = (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused)


def attempt_delivery(mail_id: UUID) -> None:
    """Send one mail if it is due. Never raises for an error of the mail server: it is recorded and retried."""
    mail = _claim_mail(mail_id)
    if mail is None:
        return
    rows = OutgoingMail.objects.filter(id=mail.id)
    with override(mail.langue):
        text = mail_kinds[mail.kind].compose(mail.user, mail.id) if mail.user else None
    if text is None or mail.user is None:
        rows.update(statut=OutgoingMail.Statut.SANS_OBJET)
        return
    try:
        with closing(get_connection()) as server:
            server.open()
            if mail_kinds[mail.kind].is_sent_once:
                rows.update(statut=OutgoingMail.Statut.EN_ENVOI)
                mail.statut = OutgoingMail.Statut.EN_ENVOI
            _build_message(text, mail.user.email, server).send()
            rows.update(statut=OutgoingMail.Statut.ENVOYE, sent_at=timezone.now(), erreur="")
            mail.statut = OutgoingMail.Statut.ENVOYE
    except (OSError, ValueError) as error:
        # smtplib's errors are OSErrors; an invalid address raises ValueError.
        if mail.statut != OutgoingMail.Statut.ENVOYE:  # otherwise only closing the connection failed
            _record_failure(mail, error)


def _build_message(text: MailText, address: str, server: Any) -> EmailMessage:
    message = EmailMessage(text.subject, text.body, to=[address], connection=server)
    for file in text.files:
        message.attach(file.name, file.content, file.media)
    return message


def _claim_mail(mail_id: UUID) -> OutgoingMail | None:
    """Claim a mail that is due.

    The time of its next attempt is set at once, so that a run that dies is followed by another.
    """
    now = timezone.now()
    waiting = OutgoingMail.objects.filter(id=mail_id, statut=OutgoingMail.Statut.EN_ATTENTE, next_at__lte=now)
    tried = waiting.values_list("essais", flat=True).first() or 0
    wait = min(FIRST_WAIT * 2**tried, LONGEST_WAIT)
    if not waiting.update(essais=F("essais") + 1, next_at=now + timedelta(seconds=wait)):
        return None
    return OutgoingMail.objects.select_related("user", "asked_by").get(id=mail_id)


def _record_failure(mail: OutgoingMail, error: Exception) -> None:
    """Record the error; notify the user who requested the mail of the first and the last failure."""
    is_last = mail.essais >= settings.MAIL_MAX_ATTEMPTS or not isinstance(error, OSError)
    is_unsure = mail.statut == OutgoingMail.Statut.EN_ENVOI and not isinstance(error, REFUSALS)
    logger.warning("mail %s (%s) could not be sent, attempt %d: %s", mail.id, mail.kind, mail.essais, type(error))
    statut = OutgoingMail.Statut.ABANDONNE if is_last else OutgoingMail.Statut.EN_ATTENTE
    if is_unsure:
        statut = OutgoingMail.Statut.EN_ENVOI
    OutgoingMail.objects.filter(id=mail.id).update(statut=statut, erreur=type(error).__name__[:100])
    if mail.asked_by and (is_last or mail.essais == 1):
        for listener in mail_failure_listeners.values():
            listener(mail, is_last)


def hint_due_mails() -> int:
    """Hint again the mails that are due, at most BATCH. Return how many."""
    due = OutgoingMail.objects.filter(statut=OutgoingMail.Statut.EN_ATTENTE, next_at__lte=timezone.now())
    ids = list(due.order_by("next_at").values_list("id", flat=True)[:BATCH])
    for mail_id in ids:
        OUTBOX.hint(mail_id)
    return len(ids)


OUTBOX.define_tasks(attempt_delivery, hint_due=hint_due_mails, hint_task="deliver_due_mails")
