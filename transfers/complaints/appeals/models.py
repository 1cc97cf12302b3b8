"""Store appeals against what was decided of complaints."""

from django.contrib.gis.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from transfers.complaints.models import Complaint


class AppealStatus(models.TextChoices):
    DEPOSE = "depose"
    CONFIRME = "confirme"
    REVISE = "revise"


class Appeal(models.Model):
    """Store an appeal, and who decides it; `contre` is who handled the complaint, and gets it never again.

    What is said of it stands in the moves of the complaint.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="appels")
    statut = models.CharField(max_length=8, choices=AppealStatus, default=AppealStatus.DEPOSE)
    contre = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    examinateur = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    depose_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_depot = models.DateTimeField(auto_now_add=True, db_default=Now())
    date_decision = models.DateTimeField(null=True)

    class Meta:
        db_table = "transfers_plainte_appel"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["plainte"], condition=Q(statut="depose"), name="plainte_un_appel"),
            models.CheckConstraint(
                name="appel_decision",
                condition=Q(statut="depose", date_decision=None) | ~Q(statut="depose") & Q(date_decision__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)
