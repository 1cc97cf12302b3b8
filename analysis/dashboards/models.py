"""Store sums by day of what dashboards count."""

from django.db import models

from geo.scope.models import ScopedQuerySet


class Subject(models.TextChoices):
    """List what is summed, and by which day."""

    # By the day of registration.
    MENAGE = "menage"
    # By the day of enrolment.
    BENEFICIAIRE = "beneficiaire"
    # The households of the principals among them who hold a place: of a programme each is one.
    INSCRIT = "inscrit"
    # By the day of execution: what was never executed is in no sum.
    PAIEMENT = "paiement"


class DailyTotal(models.Model):
    """Store sums by subject, day (`Africa/Bissau`), region, programme and status; triggers append the differences.

    `montant` is in XOF: what arrived of payments that succeeded, else what was to be paid; 0 of other subjects.
    """

    sujet = models.CharField(max_length=12)
    jour = models.DateField()
    region_id = models.UUIDField(null=True)
    programme_id = models.UUIDField(null=True)
    statut = models.CharField(max_length=12)
    nombre = models.BigIntegerField()
    montant = models.DecimalField(max_digits=20, decimal_places=0)

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "analysis_total_jour"

    def __str__(self) -> str:
        return f"{self.sujet} {self.jour} {self.statut}"


SUM_FIELDS = ("nombre", "montant")
