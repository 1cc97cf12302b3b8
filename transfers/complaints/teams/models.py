"""Store teams that handle complaints, and their members."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.areas.models import Sector
from geo.scope.models import SharedQuerySet


class Category(models.TextChoices):
    """List what a complaint is about; teams and members name the categories that they handle."""

    PAIEMENT = "paiement"
    CIBLAGE = "ciblage"
    ENROLEMENT = "enrolement"
    CORRUPTION = "corruption"
    VBG = "vbg"
    SERVICE = "service"
    AUTRE = "autre"


class MemberRole(models.TextChoices):
    RESPONSABLE = "responsable"
    SUPERVISEUR = "superviseur"
    MEMBRE = "membre"


class Team(models.Model):
    """Store a team. `wip_limit_par_membre` is how many open complaints a member without a limit of their own may have.

    Null means no limit.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=150)
    description = models.CharField(max_length=1000, null=True)
    email = models.EmailField(max_length=254, null=True)
    categories = ArrayField(models.CharField(max_length=10, choices=Category), default=list, db_default=[])
    wip_limit_par_membre = models.PositiveIntegerField(null=True)
    actif = models.BooleanField(default=True, db_default=True)
    responsable = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    secteurs = models.ManyToManyField(Sector, related_name="+", db_table="transfers_equipe_secteur")
    date_creation = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_equipe"
        ordering = ["nom", "id"]
        constraints = [
            models.UniqueConstraint(fields=["nom"], name="equipe_nom_once"),
            models.CheckConstraint(
                name="equipe_wip_limit", condition=Q(wip_limit_par_membre=None) | Q(wip_limit_par_membre__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.nom


class TeamMember(models.Model):
    """Store a user's place in a team.

    `en_cours` counts the member's open complaints. Triggers maintain it, and refuse one more than the limit.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    equipe = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="membres", db_index=False)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=11, choices=MemberRole, default=MemberRole.MEMBRE)
    specialites = ArrayField(models.CharField(max_length=10, choices=Category), default=list, db_default=[])
    wip_limit = models.PositiveIntegerField(null=True)
    actif = models.BooleanField(default=True, db_default=True)
    auto_assignable = models.BooleanField(default=True, db_default=True)
    en_cours = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    date_ajout = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_equipe_membre"
        ordering = ["date_ajout", "id"]
        constraints = [
            models.UniqueConstraint(fields=["equipe", "user"], name="equipe_membre_once"),
            models.CheckConstraint(name="membre_wip_limit", condition=Q(wip_limit=None) | Q(wip_limit__gte=1)),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def wip_limit_effective(self) -> int | None:
        """Return the member's own limit or the team's; None is no limit."""
        return self.equipe.wip_limit_par_membre if self.wip_limit is None else self.wip_limit

    @property
    def has_room(self) -> bool:
        """Return whether the member handles fewer complaints than the limit, as the counter had it when it was read."""
        limit = self.wip_limit_effective
        return limit is None or self.en_cours < limit
