"""Store webhook endpoints, events, and one delivery for each event that an endpoint receives."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.caller import Scope
from config.ids import UUID7, uuid7


class WebhookQuerySet(models.QuerySet):
    """Query endpoints. They receive events of every region, so only users who see every region see them."""

    def visible_to(self, user: Scope) -> Self:
        return self if user.region_ids is None else self.none()


class WebhookEndpoint(models.Model):
    """Store an address that receives events.

    Its secret is derived from the installation's key and `key`, and is not stored. `previous_key` signs as well until
    `previous_until`. After a failure nothing is sent before `pause_until`: an unresponsive endpoint must not keep the
    worker from the others.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    url = models.CharField(max_length=2000)
    description = models.CharField(max_length=255, blank=True, db_default="")
    events = ArrayField(models.CharField(max_length=60))
    is_active = models.BooleanField(default=True, db_default=True)
    key = models.UUIDField()
    previous_key = models.UUIDField(null=True)
    previous_until = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0, db_default=0)
    failing_since = models.DateTimeField(null=True)
    pause_until = models.DateTimeField(null=True)
    # Set when the service disabled the endpoint because it failed for too long.
    disabled_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = WebhookQuerySet.as_manager()

    class Meta:
        db_table = "accounts_webhook_endpoint"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return str(self.id)


class WebhookEvent(models.Model):
    """Store an event. Its id is the `webhook-id` that every endpoint receives, at every attempt."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    type = models.CharField(max_length=60)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_webhook_event"
        indexes = [models.Index(fields=["created_at"], name="webhook_event_age")]

    def __str__(self) -> str:
        return f"{self.type} {self.id}"


class WebhookDelivery(models.Model):
    """Store the delivery of one event to one endpoint, with its last outcome.

    A run holds it by `worker` until `lease_until`. The response's body is not stored.
    """

    class Statut(models.TextChoices):
        EN_ATTENTE = "en_attente"
        EN_COURS = "en_cours"
        LIVRE = "livre"
        ABANDONNE = "abandonne"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    event = models.ForeignKey(WebhookEvent, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    statut = models.CharField(max_length=12, choices=Statut, default=Statut.EN_ATTENTE, db_default="en_attente")
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    next_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    worker = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    status_code = models.PositiveSmallIntegerField(null=True)
    # The kind of fault (`config.outgoing_http.OutgoingFault`), never text from the receiver.
    error = models.CharField(max_length=20, blank=True, db_default="")
    milliseconds = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_webhook_delivery"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "endpoint"], name="webhook_delivery_once"),
            models.CheckConstraint(
                name="webhook_delivery_statut_known",
                condition=Q(statut__in=["en_attente", "en_cours", "livre", "abandonne"]),
            ),
            models.CheckConstraint(
                name="webhook_delivery_held",
                condition=Q(statut="en_cours", worker__isnull=False, lease_until__isnull=False)
                | Q(worker__isnull=True, lease_until__isnull=True) & ~Q(statut="en_cours"),
            ),
        ]
        indexes = [
            models.Index(fields=["endpoint", "created_at"], name="webhook_delivery_list"),
            models.Index(fields=["next_at"], name="webhook_due", condition=Q(statut="en_attente")),
            models.Index(fields=["lease_until"], name="webhook_held", condition=Q(statut="en_cours")),
        ]

    def __str__(self) -> str:
        return str(self.id)
