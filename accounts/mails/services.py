"""Send mails through Django's mail backends, after the transaction that requests them.

A row is written in that transaction and hinted to the queue. A run claims the row, composes the text (a kind may set a
password or a token while doing so) and sends it outside any transaction. A server that does not respond costs the
request nothing: the mail is retried with growing delays, and the user who requested it is notified.

When the server falls silent or this process dies during the handover, it is unknown whether the mail was accepted. Most
kinds are then sent again: better twice than never. A kind registered with `once` is not.
"""

import logging
import smtplib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone
from django.utils.translation import get_language, override

from accounts.mails.models import OutgoingMail
from accounts.users.models import User
from accounts.worker.outbox import Outbox

logger = logging.getLogger("tabanca.mails")
FIRST_WAIT = 30
LONGEST_WAIT = 3600
# Number of mails that one upkeep run hints again.
BATCH = 200


class MailText(NamedTuple):
    """Hold the subject and body of a mail."""

    subject: str
    body: str


Compose = Callable[[User, UUID], MailText | None]
Tell = Callable[[OutgoingMail, bool], None]
KINDS: dict[str, Compose] = {}
ONCE: set[str] = set()
# Replies of a server that has refused the mail.
REFUSALS = (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused)
OUTBOX: Final = Outbox("deliver_mail", "mail_id", queue="mails")
# Set by accounts.hooks: notifies the user who requested a mail of its failure.
_tell: list[Tell] = []


def register_mail_kind(kind: str, compose: Compose, *, once: bool = False) -> None:
    """Register a kind of mail (from a `hooks.py`).

    `compose` receives the receiver and the mail's id and returns the text, or None when the mail is no longer wanted.
    `once`: rather never than twice.
    """
    KINDS[kind] = compose
    if once:
        ONCE.add(kind)


def set_failure_listener(tell: Tell) -> None:
    """Set the function that reports a failure; called once, by `accounts.hooks`."""
    _tell[:] = [tell]


@transaction.atomic
def queue_mail(*, kind: str, user: User | None, asked_by: User | None = None) -> OutgoingMail:
    """Send a mail of a registered kind to `user` once the current transaction has committed."""
    if kind not in KINDS:
        raise KeyError(kind)
    mail = OutgoingMail.objects.create(
        kind=kind, user=user, asked_by=asked_by, langue=get_language() or settings.LANGUAGE_CODE
    )
    OUTBOX.hint(mail.id)
    return mail


def cancel_waiting_mails(*, user: User, kind: str) -> int:
    """Cancel the user's waiting mails of this kind. Returns how many."""
    waiting = OutgoingMail.objects.filter(user=user, kind=kind, statut=OutgoingMail.Statut.EN_ATTENTE)
    return waiting.update(statut=OutgoingMail.Statut.SANS_OBJET)


def count_sent_mails(kind: str, user: User, since: datetime) -> int:
    """Count the mails of this kind sent to the user since then."""
    return OutgoingMail.objects.filter(user=user, kind=kind, sent_at__gte=since).count()


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


def attempt_delivery(mail_id: UUID) -> None:
    """Send one mail if it is due. Never raises for an error of the mail server: it is recorded and retried."""
    mail = _claim_mail(mail_id)
    if mail is None:
        return
    rows = OutgoingMail.objects.filter(id=mail.id)
    with override(mail.langue):
        text = KINDS[mail.kind](mail.user, mail.id) if mail.user else None
    if text is None or mail.user is None:
        rows.update(statut=OutgoingMail.Statut.SANS_OBJET)
        return
    try:
        with closing(get_connection()) as server:
            server.open()
            if mail.kind in ONCE:
                rows.update(statut=OutgoingMail.Statut.EN_ENVOI)
                mail.statut = OutgoingMail.Statut.EN_ENVOI
            EmailMessage(text.subject, text.body, to=[mail.user.email], connection=server).send()
            rows.update(statut=OutgoingMail.Statut.ENVOYE, sent_at=timezone.now(), erreur="")
            mail.statut = OutgoingMail.Statut.ENVOYE
    except (
        OSError,
        ValueError,
    ) as error:  # smtplib's errors are OSErrors; an invalid address raises ValueError
        if mail.statut != OutgoingMail.Statut.ENVOYE:  # otherwise only closing the connection failed
            _record_failure(mail, error)


def _record_failure(mail: OutgoingMail, error: Exception) -> None:
    """Record the error; notify the user who requested the mail of the first and the last failure."""
    last = mail.essais >= settings.MAIL_MAX_ATTEMPTS or not isinstance(error, OSError)
    unsure = mail.statut == OutgoingMail.Statut.EN_ENVOI and not isinstance(error, REFUSALS)
    logger.warning("mail %s (%s) could not be sent, attempt %d: %s", mail.id, mail.kind, mail.essais, type(error))
    statut = OutgoingMail.Statut.ABANDONNE if last else OutgoingMail.Statut.EN_ATTENTE
    if unsure:
        statut = OutgoingMail.Statut.EN_ENVOI
    OutgoingMail.objects.filter(id=mail.id).update(statut=statut, erreur=type(error).__name__[:100])
    if _tell and mail.asked_by and (last or mail.essais == 1):
        _tell[0](mail, last)


def hint_due_mails() -> int:
    """Hint again the mails that are due, at most BATCH. Returns how many."""
    due = OutgoingMail.objects.filter(statut=OutgoingMail.Statut.EN_ATTENTE, next_at__lte=timezone.now())
    ids = list(due.order_by("next_at").values_list("id", flat=True)[:BATCH])
    for mail_id in ids:
        OUTBOX.hint(mail_id)
    return len(ids)


def delete_old_mails() -> int:
    """Delete mails older than a week that are no longer waiting."""
    done = OutgoingMail.objects.exclude(statut=OutgoingMail.Statut.EN_ATTENTE)
    return done.filter(created_at__lt=timezone.now() - timedelta(days=7)).delete()[0]


def count_mails_by_state() -> Iterator[tuple[tuple[str, ...], float]]:
    """Count mails by kind and state (for metrics)."""
    for kind, statut, number in OutgoingMail.objects.values_list("kind", "statut").annotate(n=Count("*")).order_by():
        yield (kind, statut), number
