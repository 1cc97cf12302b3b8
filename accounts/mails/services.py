"""Queue mails in the transaction that requests them. `accounts.mails.jobs` sends them after its commit."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from accounts.mails.hooks import mail_kinds
from accounts.mails.models import OutgoingMail
from accounts.users.models import User
from accounts.worker.outbox import Outbox
from config.caller import Caller

OUTBOX: Final = Outbox("deliver_mail", "mail_id", queue="mails")


@transaction.atomic
def queue_mail(*, kind: str, user: User | None, asked_by: Caller | None = None) -> OutgoingMail:
    """Send a mail of a registered kind to `user` once the current transaction has committed."""
    if kind not in mail_kinds:
        raise KeyError(kind)
    mail = OutgoingMail.objects.create(
        kind=kind,
        user=user,
        asked_by_id=asked_by.id if asked_by else None,
        langue=get_language() or settings.LANGUAGE_CODE,
    )
    OUTBOX.hint(mail.id)
    return mail


def cancel_waiting_mails(*, user: User, kind: str) -> int:
    """Cancel the user's waiting mails of this kind. Return how many."""
    waiting = OutgoingMail.objects.filter(user=user, kind=kind, statut=OutgoingMail.Statut.EN_ATTENTE)
    return waiting.update(statut=OutgoingMail.Statut.SANS_OBJET)


def delete_old_mails() -> int:
    """Delete mails older than a week that are no longer waiting."""
    done = OutgoingMail.objects.exclude(statut=OutgoingMail.Statut.EN_ATTENTE)
    return done.filter(created_at__lt=timezone.now() - timedelta(days=7)).delete()[0]
