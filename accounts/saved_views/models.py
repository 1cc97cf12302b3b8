"""Store views of lists and of the map that users keep under a name, and who else may open them."""

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import RoleGrant, User
from config.ids import UUID7, uuid7

if TYPE_CHECKING:
    from config.caller import Scope


class SavedViewQuerySet(models.QuerySet["SavedView"]):
    """Query saved views. Of another's view only its name and its filters are seen: rows stay in the reader's scope."""

    def visible_to(self, user: "Scope") -> Self:
        """Return the views that a user may open: their own, those shared with them, and those that have a link."""
        return self.filter(_build_shared_condition(user) | Q(partage=SavedView.Partage.LIEN))

    def offered_to(self, user: "Scope") -> Self:
        """Return the views that the list of a user names: a link is known to whom it was sent only."""
        return self.filter(_build_shared_condition(user))


def _build_shared_condition(user: "Scope") -> Q:
    """Return the condition of views that are a user's own, or shared with them, with a role of theirs or with all."""
    owner = Q(user_id=getattr(user, "id", None))
    if not isinstance(user, User):
        return owner
    roles = list(RoleGrant.objects.in_force().filter(user=user).values_list("role__code", flat=True))
    if user.role.is_active:
        roles.append(user.role.code)
    chosen = Q(roles__overlap=roles) | Q(personnes__contains=[user.email])
    return owner | Q(partage=SavedView.Partage.TOUS) | Q(partage=SavedView.Partage.CHOIX) & chosen


class SavedView(models.Model):
    """Store what a page or the map showed: `etat` holds the names and values of the console's address.

    `roles` are codes and `personnes` addresses of accounts. An address that nobody has is kept as it was written:
    refusing it would tell who has an account.
    """

    class Partage(models.TextChoices):
        PRIVE = "prive"
        LIEN = "lien"
        CHOIX = "choix"
        TOUS = "tous"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_views")
    nom = models.CharField(max_length=100)
    ecran = models.CharField(max_length=20)
    etat = models.JSONField(default=dict)
    partage = models.CharField(max_length=5, choices=Partage, default=Partage.PRIVE, db_default="prive")
    roles = ArrayField(models.CharField(max_length=60), default=list, db_default=[])
    personnes = ArrayField(models.CharField(max_length=254), default=list, db_default=[])
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SavedViewQuerySet.as_manager()

    class Meta:
        db_table = "accounts_saved_view"
        ordering = ["nom", "id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "nom"], name="saved_view_name_once"),
            models.CheckConstraint(
                name="saved_view_partage_known", condition=Q(partage__in=["prive", "lien", "choix", "tous"])
            ),
            models.CheckConstraint(
                name="saved_view_shared_by_choice", condition=Q(partage="choix") | Q(roles=[], personnes=[])
            ),
        ]
        indexes = [
            GinIndex(fields=["roles"], name="saved_view_roles"),
            GinIndex(fields=["personnes"], name="saved_view_personnes"),
        ]

    def __str__(self) -> str:
        return self.nom
