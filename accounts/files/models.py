"""Store uploaded files outside the web root, under their id."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.files.holders.hooks import file_holders
from accounts.users.models import User
from config.caller import Caller, describe_rights
from config.ids import UUID7, uuid7


class StoredFileQuerySet(models.QuerySet):
    """Filter stored files. Users never read files of imports: those are deleted with their job."""

    def filter_unattached(self, user: Caller) -> Self:
        """Return the files that `user` deposited and that are not attached yet."""
        return self.filter(usage=StoredFile.Usage.DEPOT, user_id=user.id, expires_at__gt=Now())

    def filter_readable(self, user: Caller) -> Self:
        """Return the unattached files of `user` that were made with the rights that they still have."""
        return self.filter_unattached(user).filter(droits__in=["", describe_rights(user)])

    def visible_to(self, user: Caller) -> Self:
        """Return the user's own unattached deposits, and attached files whose holder is visible to the user.

        What a job made is read with the rights with which it was made: who has lost a region or a permission asks again.
        """
        seen = Q(user_id=user.id, expires_at__gt=Now(), droits__in=["", describe_rights(user)])
        for holder in file_holders.values():
            seen |= Q(expires_at__isnull=True, id__in=holder(user))
        return self.filter(seen, usage=StoredFile.Usage.DEPOT)


class StoredFile(models.Model):
    """Store an uploaded file. `nom` is only for display; the path on disk is derived from the id.

    A deposit (`POST /api/fichiers`) without `expires_at` is attached to an object. `droits` is the digest of the rights
    with which a job made it; empty for an upload.
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
    droits = models.CharField(max_length=24, blank=True, default="", db_default="", editable=False)
    expires_at = models.DateTimeField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = StoredFileQuerySet.as_manager()

    class Meta:
        db_table = "accounts_stored_file"
        constraints = [models.CheckConstraint(name="file_usage_known", condition=Q(usage__in=["travail", "depot"]))]

    def __str__(self) -> str:
        return str(self.id)
