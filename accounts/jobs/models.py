"""Store background jobs: their parameters, progress and result."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7


class Job(models.Model):
    """Store one background job. The row is authoritative; a message in the queue is only a hint that there is work.

    `worker` and `lease_until` belong to the run that holds the job: a run whose lease was taken over cannot commit.
    """

    class Statut(models.TextChoices):
        EN_ATTENTE = "en_attente"
        EN_COURS = "en_cours"
        TERMINE = "termine"
        ECHOUE = "echoue"
        ANNULE = "annule"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    type = models.CharField(max_length=60)
    statut = models.CharField(max_length=12, choices=Statut, default=Statut.EN_ATTENTE)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="jobs")
    parametres = models.JSONField(default=dict)
    fait = models.BigIntegerField(default=0, db_default=0)
    total = models.BigIntegerField(null=True)
    resultat = models.JSONField(null=True)
    erreur = models.TextField(null=True)
    annulation_demandee = models.BooleanField(default=False, db_default=False)
    essais = models.PositiveSmallIntegerField(default=0, db_default=0)
    worker = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_job"
        constraints = [
            models.CheckConstraint(
                name="job_statut_known",
                condition=models.Q(statut__in=["en_attente", "en_cours", "termine", "echoue", "annule"]),
            )
        ]
        indexes = [
            models.Index(
                fields=["lease_until"], name="job_open", condition=models.Q(statut__in=["en_attente", "en_cours"])
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.id}"
