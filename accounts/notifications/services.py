"""Create notifications, mark them as read, delete them, and set mail preferences.

`notify` is the only way to create one. Call it inside the transaction of the event: after a rollback nobody is
notified of something that did not happen.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, JSONField, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.jobs.models import Job
from accounts.mails.models import OutgoingMail
from accounts.notifications.hooks import JobNotice, job_notices
from accounts.notifications.models import Notification, NotificationMark, NotificationPreference
from accounts.users.api import list_user_ids_with_permission
from accounts.users.models import User
from config.caller import Caller, require_reach
from config.errors.problems import forbidden, not_found
from config.locks import Lock, lock_rows

# What the `data` of a notification hold once somebody did what it asked for.
SETTLED: Final = "regle"
# For kinds of jobs without registered texts.
DEFAULT_JOB_NOTICE: Final = JobNotice("system", lazy("Une tâche est terminée"), lazy("Une tâche a échoué"))


def notify(
    *,
    title: Any,
    message: Any,
    params: dict[str, Any] | None = None,
    to: Iterable[Any] = (),
    holders_of: str | None = None,
    region_ids: Iterable[UUID] | None = None,
    everyone: bool = False,
    category: str = "system",
    type: str = "info",
    link: str = "",
    data: dict[str, Any] | None = None,
    verbatim: bool = False,
) -> list[Notification]:
    """Create notifications and return the rows: one for each user, or one global row for `everyone`.

    `to`: users or their ids. `holders_of`: all users who hold a permission (with `region_ids`, only those who see at
    least one of these regions). Inactive, deleted and unknown users are skipped silently; nobody is notified twice.

    `title` and `message` are French messages (`gettext_lazy`) with `%(name)s` places for `params`: numbers, dates,
    codes. Never names, telephone numbers or anything of a VBG case. `link` is a path of the console, `data` holds ids
    and counts. `verbatim`: the texts were written by a user and are not translated.
    """
    with override(settings.LANGUAGE_CODE):
        texts = {"title": str(title), "message": str(message), "params": None if verbatim else params or {}}
    common = texts | {"category": category, "type": type, "link": link, "data": data or {}}
    if everyone:
        return [Notification.objects.create(user=None, **common)]
    rows = [Notification(user_id=user_id, **common) for user_id in _find_recipients(to, holders_of, region_ids)]
    return Notification.objects.bulk_create(rows, batch_size=2_000)


def _find_recipients(to: Iterable[Any], holders_of: str | None, region_ids: Iterable[UUID] | None) -> list[UUID]:
    named = [getattr(one, "id", one) for one in to if one is not None]
    found = set(User.objects.filter(id__in=named, is_active=True, deleted_at__isnull=True).values_list("id", flat=True))
    if holders_of:
        found |= set(list_user_ids_with_permission(holders_of, region_ids))
    return sorted(found)


def send_test_notification(*, caller: Caller, everyone: bool, **content: Any) -> Notification:
    """Send the caller's own text to the caller, or to everyone.

    Raises FORBIDDEN for everyone when the caller does not see every region.
    """
    if everyone:
        require_reach(
            caller, message=_("Une notification globale va à toutes les régions : vous n'en voyez que certaines.")
        )
    (row,) = notify(**content, to=[caller], everyone=everyone, verbatim=True)
    return row


def mark_notification_read(*, notification_id: UUID, user: User) -> None:
    """Mark a notification of the user, or a global one, as read; repeating it changes nothing. Raises NOT_FOUND."""
    row = Notification.objects.visible_to(user).filter(id=notification_id).first()
    if row is None:
        raise not_found()
    if row.user_id is None:
        _mark_global_notifications_read(Notification.objects.filter(id=row.id), user)
    else:
        Notification.objects.filter(id=row.id, read_at__isnull=True).update(read_at=timezone.now())


@transaction.atomic
def mark_all_notifications_read(*, user: User) -> int:
    """Mark all notifications of a user as read. Return how many were unread."""
    own = Notification.objects.filter(user=user, read_at__isnull=True).update(read_at=timezone.now())
    return own + _mark_global_notifications_read(Notification.objects.filter(user__isnull=True).unread_by(user), user)


def _mark_global_notifications_read(rows: Any, user: User) -> int:
    """Mark global notifications as read, keeping earlier reading times. Return how many were unread."""
    ids = list(rows.values_list("id", flat=True))
    marks = NotificationMark.objects.filter(user=user, notification__in=ids)
    NotificationMark.objects.bulk_create(
        [NotificationMark(notification_id=one, user=user) for one in ids], ignore_conflicts=True
    )
    return marks.filter(read_at__isnull=True).update(read_at=timezone.now())


def delete_notification(*, notification_id: UUID, user: User) -> None:
    """Delete one of the user's own notifications. Raises NOT_FOUND, or FORBIDDEN for a global one, which all share."""
    if Notification.objects.filter(id=notification_id, user=user).delete()[0]:
        return
    if Notification.objects.visible_to(user).filter(id=notification_id).exists():
        raise forbidden(_("Une notification globale ne se supprime pas."))
    raise not_found()


def delete_notifications(*, category: str, data: dict[str, Any], keep: Collection[UUID] = ()) -> int:
    """Delete those whose `data` hold these, but for the users to `keep`: what they tell of is secret now. Return how many."""
    rows = Notification.objects.filter(category=category, data__contains=data).exclude(user__in=keep)
    deleted: dict[str, int] = rows.delete()[1]
    return deleted.get("accounts.Notification", 0)


def settle_notifications(*, category: str, data: dict[str, Any], key: str, title: Any, message: Any) -> int:
    """Mark as read, for all their readers, those whose `data` hold these and `key`: what they ask for is done.

    They say so from now on, in `title` and `message` (French ones, for the same `params`), and by SETTLED in their `data`.
    Return how many there are.
    """
    rows = Notification.objects.filter(category=category, data__contains=data, data__has_key=key, user__isnull=False)
    with override(settings.LANGUAGE_CODE):
        texts = {"title": str(title), "message": str(message)}
    marked = CombinedExpression(F("data"), "||", Value({SETTLED: True}, JSONField()), output_field=JSONField())
    return rows.update(read_at=Coalesce("read_at", Value(timezone.now())), data=marked, **texts)


def set_mail_frequency(*, user: User, courriel: str) -> None:
    """Set how often a user gets unread notifications by mail, in the language of this request.

    Notifications that exist when mails are switched on are not mailed.
    """
    now = timezone.now()
    values = {
        "courriel": courriel,
        "langue": get_language() or settings.LANGUAGE_CODE,
        "next_at": compute_next_mail_time(courriel, now),
    }
    with transaction.atomic():
        preferences = lock_rows(Lock.NOTIFICATION_PREFERENCES, NotificationPreference.objects.all(), no_key=False)
        row, created = preferences.get_or_create(user=user, defaults=values)
        if not created:
            starts = {"since": now} if row.courriel == NotificationPreference.Courriel.JAMAIS else {}
            NotificationPreference.objects.filter(user=user).update(**values, **starts)


def compute_next_mail_time(courriel: str, now: datetime) -> datetime | None:
    """Return when the next digest is due: the next full hour, or NOTIFICATION_MAIL_HOUR (UTC); None for no mails."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    if courriel == NotificationPreference.Courriel.HORAIRE:
        return hour + timedelta(hours=1)
    if courriel == NotificationPreference.Courriel.QUOTIDIEN:
        today = hour.replace(hour=settings.NOTIFICATION_MAIL_HOUR)
        return today if today > now else today + timedelta(days=1)
    return None


def delete_old_notifications() -> int:
    """Delete notifications older than NOTIFICATION_KEEP_DAYS. Return the number of rows deleted."""
    limit = timezone.now() - timedelta(days=settings.NOTIFICATION_KEEP_DAYS)
    return Notification.objects.filter(created_at__lt=limit).delete()[0]


def notify_job_end(job: Job, statut: str) -> None:
    """Notify the user of a job that has ended, in the transaction that ends it (listens to `job_end_listeners`).

    Cancelled jobs are skipped: the user cancelled them and knows.
    """
    if statut == Job.Statut.ANNULE:
        return
    notice = job_notices.get(job.type, DEFAULT_JOB_NOTICE)
    is_done = statut == Job.Statut.TERMINE
    notify(
        to=[job.user_id],
        category=notice.category,
        type="success" if is_done else "error",
        title=notice.done if is_done else notice.failed,
        link=notice.link,
        message=lazy("Le résultat est prêt.") if is_done else lazy("Le détail de l'échec est dans la tâche."),
        data={"jobId": str(job.id), "statut": str(statut)},
    )


def notify_mail_failure(mail: OutgoingMail, is_last: bool) -> None:
    """Notify the user who requested a mail that it was not sent (listens to `mail_failure_listeners`)."""
    notify(
        to=[mail.asked_by_id],
        type="error" if is_last else "warning",
        link="/utilisateurs",
        title=(
            lazy("Le courriel à un utilisateur n'a pas pu être envoyé")
            if is_last
            else lazy("Le courriel à un utilisateur attend")
        ),
        message=(
            lazy(
                "Le serveur de courrier ne l'a pas accepté, il ne sera plus envoyé. Ouvrez le compte pour recommencer."
            )
            if is_last
            else lazy("Le serveur de courrier ne répond pas. Le message sera envoyé dès que possible.")
        ),
        data={"userId": str(mail.user_id), "mailId": str(mail.id)},
    )
