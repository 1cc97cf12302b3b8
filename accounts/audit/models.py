"""The trail. The tables are made by SQL in the migration: they are append-only, and no test or flush may empty them."""

from typing import Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from accounts.audit.catalogue import TRAILS
from accounts.users.models import User


@models.UUIDField.register_lookup
class Differs(models.Lookup):
    """`a <> b`, as the index of what belongs to another object's history says it."""

    lookup_name = "differs"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{left} <> {right}", (*left_params, *right_params)


class RunningOperation(models.Func):
    """The mass operation that is running in this transaction, or null: a column's default."""

    template = "nullif(current_setting('tabanca.operation', true), '')::uuid"
    arity = 0
    output_field = models.UUIDField()


class TraceQuerySet(models.QuerySet):
    """Traces."""

    def of_object(self, identity: Any) -> Self:
        """Those of one object. Only what belongs to another's history has an index of its own; the rest is found by
        the history."""
        own = Q(racine=identity, objet=identity)
        return self.filter(own | Q(objet=identity, objet__differs=F("racine")))

    def readable_by(self, user: Any) -> Self:
        """Without the rows of confidential tables that `user` may not read, whatever their region."""
        hidden = [trail.model for trail in TRAILS.values() if trail.confidential and not user.holds(trail.read)]
        return self.exclude(model__in=hidden) if hidden else self

    def visible_to(self, user: Any) -> Self:
        """Traces of the regions that `user` sees. One without a region is seen by who sees every region.

        Parts that went with their household could not look its region up any more: they have that of its own trace.
        """
        rows = self.readable_by(user)
        if user.region_ids is None:
            return rows
        mine = Q(region_id__in=user.region_ids)
        root = OuterRef("racine")
        whole = Trace.objects.filter(mine, racine=root, objet=root, action=Trace.Action.SUPPRESSION)
        return rows.filter(mine | Q(Exists(whole), region_id__isnull=True, action=Trace.Action.SUPPRESSION))


class Trace(models.Model):
    """One changed row, or one operation over many. `changements` is {column: [before, after]}.

    `racine` is the object whose history it belongs to (a member's household), where there is an `objet` never null.
    `numero` is the order of writing.
    `utilisateur` is no foreign key: the trail outlives whom it names.
    """

    class Action(models.TextChoices):
        CREATION = "creation"
        MODIFICATION = "modification"
        SUPPRESSION = "suppression"
        OPERATION = "operation"
        LECTURE = "lecture"
        ANONYMISATION = "anonymisation"

    id = models.UUIDField(primary_key=True)
    numero = models.BigIntegerField(unique=True)
    date = models.DateTimeField()
    utilisateur = models.ForeignKey(User, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    adresse = models.GenericIPAddressField(null=True)
    requete = models.TextField(null=True)
    operation_id = models.UUIDField(null=True)
    action = models.TextField(choices=Action)
    model = models.TextField()
    objet = models.UUIDField(null=True)
    racine = models.UUIDField(null=True)
    region_id = models.UUIDField(null=True)
    changements = models.JSONField(default=dict)
    nombre = models.BigIntegerField(null=True)
    details = models.JSONField(null=True)

    objects = TraceQuerySet.as_manager()

    class Meta:
        managed = False
        db_table = "accounts_audit"
        ordering = ["-numero"]

    def __str__(self) -> str:
        return str(self.id)
