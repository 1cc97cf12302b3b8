"""Store what survey platforms were told about submissions."""

from django.db import models

from registry.survey_platforms.models import Receipt


class ReturnedStatus(models.Model):
    """Store the status that the platform was last told of a submission, so that it is told each one once.

    A status that a person gave on the platform is never replaced: only one that is stored here, or none.
    """

    recu = models.OneToOneField(Receipt, on_delete=models.CASCADE, primary_key=True, related_name="+")
    statut = models.CharField(max_length=20)
    envoye_at = models.DateTimeField()

    class Meta:
        db_table = "analysis_vbg_statut_renvoye"

    def __str__(self) -> str:
        return self.statut
