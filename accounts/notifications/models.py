"""Store notifications (for one user, or global ones for all) and the users' preferences for digest mails."""

from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Now

from accounts.users.models import User
from config.ids import UUID7, uuid7

TYPES = ("info", "success", "warning", "error", "alert")
CATEGORIES = ("system", "paiement", "plainte", "menage", "import")


class NotificationQuerySet(models.QuerySet):
    """Filter notifications by their reader."""

    def visible_to(self, user: User) -> Self:
        """Return the user's own notifications, and the global ones created since their account exists."""
        return self.filter(Q(user=user) | Q(user__isnull=True, created_at__gte=user.created_at))

    def unread_by(self, user: User) -> Self:
        """Return those of `visible_to` that the user has not read."""
        own = Q(user=user, read_at__isnull=True)
        common = Q(user__isnull=True, created_at__gte=user.created_at)
        return self.filter(own | common & ~Exists(_filter_marks(user).filter(read_at__isnull=False)))

    def annotate_seen_at(self, user: User) -> Self:
        """Annotate `seen_at`: when the user read the notification, or null."""
        return self.annotate(seen_at=Coalesce("read_at", Subquery(_filter_marks(user).values("read_at"))))


def _filter_marks(user: User) -> models.QuerySet:
    return NotificationMark.objects.filter(notification=OuterRef("pk"), user=user)


class Notification(models.Model):
    """Store a notification. `user` is null for a global one, whose state for each user is a `NotificationMark`.

    `title` and `message` are French msgids of this code, translated on reading and filled with `params`; with null
    `params` they are text written by a user and returned unchanged. They hold no names and no telephone numbers,
    because they leave the system by mail.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="notifications")
    title = models.CharField(max_length=255)
    message = models.TextField()
    params = models.JSONField(null=True)
    type = models.CharField(max_length=10)
    category = models.CharField(max_length=10)
    link = models.CharField(max_length=500, blank=True, db_default="")
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    read_at = models.DateTimeField(null=True)
    # The digest mail that contained it. No foreign key, because mails are deleted earlier.
    digest = models.UUIDField(null=True)

    objects = NotificationQuerySet.as_manager()

    class Meta:
        db_table = "accounts_notification"
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["user", "created_at"], name="notification_of_user"),
            models.Index(fields=["user"], name="notification_unread", condition=Q(read_at__isnull=True)),
            models.Index(fields=["digest"], name="notification_digest", condition=Q(digest__isnull=False)),
            models.Index(fields=["created_at"], name="notification_age"),
        ]
        constraints = [
            models.CheckConstraint(name="notification_type_known", condition=Q(type__in=TYPES)),
            models.CheckConstraint(name="notification_category_known", condition=Q(category__in=CATEGORIES)),
            models.CheckConstraint(
                name="notification_global_has_marks",
                condition=Q(user__isnull=False) | Q(read_at__isnull=True, digest__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class NotificationMark(models.Model):
    """Store what one user did with a global notification: when they read it, and which digest contained it."""

    id = models.BigAutoField(primary_key=True)
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="marks")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notification_marks")
    read_at = models.DateTimeField(null=True)
    digest = models.UUIDField(null=True)

    class Meta:
        db_table = "accounts_notification_mark"
        constraints = [models.UniqueConstraint(fields=["notification", "user"], name="notification_mark_once")]
        indexes = [models.Index(fields=["digest"], name="mark_digest", condition=Q(digest__isnull=False))]

    def __str__(self) -> str:
        return str(self.id)


class NotificationPreference(models.Model):
    """Store how often a user wants digests of unread notifications, in which language, and when the next is due."""

    class Courriel(models.TextChoices):
        JAMAIS = "jamais"
        HORAIRE = "horaire"
        QUOTIDIEN = "quotidien"

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="notification_preference"
    )
    courriel = models.CharField(max_length=10, choices=Courriel, default=Courriel.JAMAIS)
    langue = models.CharField(max_length=5)
    # Older notifications are not mailed: they existed before the user chose mails.
    since = models.DateTimeField(auto_now_add=True, db_default=Now())
    next_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_notification_preference"
        constraints = [
            models.CheckConstraint(
                name="notification_preference_known",
                condition=Q(courriel="jamais", next_at__isnull=True)
                | Q(courriel__in=["horaire", "quotidien"], next_at__isnull=False),
            )
        ]
        indexes = [models.Index(fields=["next_at"], name="digest_due", condition=Q(next_at__isnull=False))]

    def __str__(self) -> str:
        return str(self.pk)
