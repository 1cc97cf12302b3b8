"""Uploaded files: kept outside the web root under their id."""

from collections.abc import Callable
from typing import Any, Final, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7

# What files are attached to: for a caller, the ids of the files of what he may see. Upper features add theirs at
# start-up (`accounts.files.queries.register_holder`).
HOLDERS: Final[dict[str, Callable[[Any], models.QuerySet]]] = {}


class StoredFileQuerySet(models.QuerySet):
    """Files. Those of imports are nobody's to read: they go with their job."""

    def waiting_of(self, user: Any) -> Self:
        """What `user` deposited and nothing holds yet."""
        return self.filter(usage=StoredFile.Usage.DEPOT, user=user, expires_at__gt=Now())

    def visible_to(self, user: Any) -> Self:
        """His own deposits until they are attached; from then on whoever sees what holds them, and nobody else."""
        seen = Q(user=user, expires_at__gt=Now())
        for holder in HOLDERS.values():
            seen |= Q(expires_at__isnull=True, id__in=holder(user))
        return self.filter(seen, usage=StoredFile.Usage.DEPOT)


class StoredFile(models.Model):
    """A file that a user sent. `nom` is only shown; the place on disk is made from the id.

    A deposit (`POST /api/fichiers`) without `expires_at` is attached to something.
    """

    class Usage(models.TextChoices):
        TRAVAIL = "travail"
        DEPOT = "depot"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    taille = models.BigIntegerField()
    type = models.CharField(max_length=120)
    usage = models.CharField(max_length=8, choices=Usage, default=Usage.TRAVAIL, db_default=Usage.TRAVAIL)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = StoredFileQuerySet.as_manager()

    class Meta:
        db_table = "accounts_stored_file"
        constraints = [models.CheckConstraint(name="file_usage_known", condition=Q(usage__in=["travail", "depot"]))]

    def __str__(self) -> str:
        return str(self.id)
