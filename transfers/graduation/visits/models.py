"""Store the visits that are planned after a graduation."""

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet
from transfers.follow_ups.models import FollowUp
from transfers.graduation.models import Graduation


class VisitStatus(models.TextChoices):
    """List the states of a visit: made, to come, or with its day past."""

    FAIT = "fait"
    A_FAIRE = "a_faire"
    EN_RETARD = "en_retard"


class GraduationVisitQuerySet(ScopedQuerySet):
    scope_path = "graduation__menage__region_id"


class GraduationVisit(models.Model):
    """Store a visit to somebody who has graduated: when it is due, and the follow-up by which it was made."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    graduation = models.ForeignKey(Graduation, on_delete=models.CASCADE, related_name="visites", db_index=False)
    date_prevue = models.DateField()
    suivi = models.ForeignKey(FollowUp, on_delete=models.SET_NULL, null=True, related_name="visites_graduation")
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = GraduationVisitQuerySet.as_manager()

    class Meta:
        db_table = "transfers_graduation_visite"
        ordering = ["date_prevue", "id"]
        constraints = [
            models.UniqueConstraint(fields=["graduation", "date_prevue"], name="visite_graduation_once"),
        ]
        indexes = [models.Index(fields=["date_prevue", "id"], name="visite_graduation_date")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def statut(self) -> VisitStatus:
        """Return whether the visit was made, is to come, or is late."""
        if self.suivi_id:
            return VisitStatus.FAIT
        return VisitStatus.EN_RETARD if self.date_prevue < timezone.localdate() else VisitStatus.A_FAIRE
