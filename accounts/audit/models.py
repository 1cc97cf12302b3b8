"""Map the audit entries.

The migration creates the tables in SQL: they are append-only, and no test or flush may empty them.
"""

from typing import Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from accounts.audit.tables.hooks import audited_tables, guarded_entries
from accounts.users.models import User
from config.caller import Caller


@models.UUIDField.register_lookup
class Differs(models.Lookup):
    """Compile to `a <> b`, the form in the condition of the partial index on entries of an object's parts."""

    lookup_name = "differs"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{left} <> {right}", (*left_params, *right_params)


class RunningOperation(models.Func):
    """Return the audit operation of the current transaction, or null; used as a column default."""

    template = "nullif(current_setting('tabanca.operation', true), '')::uuid"
    arity = 0
    output_field = models.UUIDField()


class AuditEntryQuerySet(models.QuerySet):
    """Filter audit entries."""

    def filter_by_object(self, object_id: Any) -> Self:
        """Return the entries of one object.

        Only entries whose object is part of another object's history have an index on `objet`; the others are found by
        `racine`.
        """
        own = Q(racine=object_id, objet=object_id)
        return self.filter(own | Q(objet=object_id, objet__differs=F("racine")))

    def readable_by(self, user: Caller) -> Self:
        """Exclude entries of confidential tables, and guarded ones, that `user` may not read, in any region.

        That one is shown to who sees some regions would tell its region.
        """
        hidden = [table.model for table in audited_tables.values() if table.confidential and not user.holds(table.read)]
        everywhere = user.region_ids is None
        hidden += [
            model
            for model, entries in guarded_entries.items()
            if not user.holds(entries.read) and not (entries.told and everywhere)
        ]
        return self.exclude(model__in=hidden) if hidden else self

    def without_guarded(self, user: Caller) -> Self:
        """Exclude guarded entries that `user` may not read whole, where a search would tell what they are about."""
        return self.exclude(
            model__in=[model for model, entries in guarded_entries.items() if not user.holds(entries.read)]
        )

    def visible_to(self, user: Caller) -> Self:
        """Return entries of the regions in the user's scope; entries without a region require an unrestricted scope.

        The parts deleted together with a household have no region, because the household was already gone when their
        entries were written: they take the region of the household's own deletion entry.
        """
        rows = self.readable_by(user)
        if user.region_ids is None:
            return rows
        mine = Q(region_id__in=user.region_ids)
        root = OuterRef("racine")
        whole = Trace.objects.filter(mine, racine=root, objet=root, action=Trace.Action.SUPPRESSION)
        return rows.filter(mine | Q(Exists(whole), region_id__isnull=True, action=Trace.Action.SUPPRESSION))


class Trace(models.Model):
    """Store one changed row, or one operation over many rows.

    `changements` is {column: [before, after]}. `racine` is the object whose change history includes the entry (the
    household of a member); it is never null when `objet` is set. `numero` is the order of writing. `utilisateur` has no
    foreign key constraint: entries outlive the users they name.
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

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        managed = False
        db_table = "accounts_audit"
        ordering = ["-numero"]

    def __str__(self) -> str:
        return str(self.id)
