"""Plan and compose digest mails: one mail with all unread notifications of a user, every hour or every day.

A notification is linked to its mail when the mail is planned, and mails of this kind are never sent twice: so no
notification is mailed twice, whatever fails. The notifications of an abandoned mail (one that the server never
accepted) go into the next digest.
"""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from procrastinate.contrib.django import app

from accounts.mails.api import MailText, queue_mail
from accounts.mails.models import OutgoingMail
from accounts.notifications.models import Notification, NotificationMark, NotificationPreference
from accounts.notifications.queries import translate_notification
from accounts.notifications.services import compute_next_mail_time
from accounts.users.models import User
from config.locks import Lock, lock_free_rows

DIGEST = "notifications"
BATCH = 100
# A mail lists this many notifications; the rest are only counted.
MAX_LISTED = 30


@app.periodic(cron="*/5 * * * *")
@app.task(name="plan_digests", queue="upkeep", queueing_lock="plan_digests", pass_context=False)
def plan_digests(timestamp: int) -> None:
    """Plan the digest mails that are due, every five minutes."""
    plan_due_digests()


def plan_due_digests() -> int:
    """Plan the mails that are due and return their number. Concurrent runs handle different users (SKIP LOCKED)."""
    planned, seen = 0, BATCH
    while seen == BATCH:
        with transaction.atomic():
            due = NotificationPreference.objects.filter(next_at__lte=timezone.now(), user__is_active=True)
            rows = list(lock_free_rows(Lock.NOTIFICATION_PREFERENCES, due.select_related("user"))[:BATCH])
            planned += sum(_plan_digest(row) for row in rows)
        seen = len(rows)
    return planned


def _plan_digest(row: NotificationPreference) -> bool:
    """Plan a mail for new notifications, if any, and return whether one was planned; always set `next_at`."""
    NotificationPreference.objects.filter(pk=row.pk).update(
        next_at=compute_next_mail_time(row.courriel, timezone.now())
    )
    _unlink_abandoned_digests(row.user)
    own = Notification.objects.filter(
        user=row.user, read_at__isnull=True, digest__isnull=True, created_at__gte=row.since
    )
    is_read_or_mailed = Exists(
        NotificationMark.objects.filter(
            Q(read_at__isnull=False) | Q(digest__isnull=False), notification=OuterRef("pk"), user=row.user
        )
    )
    since = max(row.since, row.user.created_at)
    common = list(
        Notification.objects.filter(~is_read_or_mailed, user__isnull=True, created_at__gte=since).values_list(
            "id", flat=True
        )
    )
    if not common and not own.exists():
        return False
    with override(row.langue):
        mail = queue_mail(kind=DIGEST, user=row.user)
    own.update(digest=mail.id)
    NotificationMark.objects.bulk_create(
        [NotificationMark(notification_id=one, user=row.user, digest=mail.id) for one in common],
        update_conflicts=True,
        unique_fields=["notification", "user"],
        update_fields=["digest"],
    )
    return True


def _unlink_abandoned_digests(user: User) -> None:
    """Unlink the notifications of abandoned mails, so that the next digest contains them."""
    lost = OutgoingMail.objects.filter(kind=DIGEST, user=user, statut=OutgoingMail.Statut.ABANDONNE).values("id")
    Notification.objects.filter(user=user, digest__in=lost).update(digest=None)
    NotificationMark.objects.filter(user=user, digest__in=lost).update(digest=None)


def compose_digest(user: User, mail_id: UUID) -> MailText | None:
    """Return the digest's text, or None when nothing is unread or the user is inactive.

    Only titles are listed: the messages require signing in.
    """
    in_digest = Q(user=user, digest=mail_id) | Exists(
        NotificationMark.objects.filter(notification=OuterRef("pk"), user=user, digest=mail_id)
    )
    rows = Notification.objects.unread_by(user).filter(in_digest)
    total = rows.count()
    if not total or not user.is_active:
        return None
    lines = [
        f"- {date_format(row.created_at, 'SHORT_DATE_FORMAT')} : {translate_notification(row)[0]}"
        for row in rows[:MAX_LISTED]
    ]
    if total > MAX_LISTED:
        more = ngettext("et %(n)d autre", "et %(n)d autres", total - MAX_LISTED) % {"n": total - MAX_LISTED}
        lines.append(f"- {more}")
    subject = ngettext("Tabanca : %(n)d notification non lue", "Tabanca : %(n)d notifications non lues", total)
    body = _(
        "Bonjour,\n\nDepuis le dernier message :\n\n%(lines)s\n\nPour les lire : %(link)s\n\n"
        "Vous recevez ce courriel parce que vous l'avez demandé dans vos préférences de notification.\n"
    )
    return MailText(subject % {"n": total}, body % {"lines": "\n".join(lines), "link": settings.PUBLIC_URL})
