"""Store the counters of generated codes."""

from django.db import models


class CodeCounter(models.Model):
    """Store the last number used in generated household codes with one prefix (`<REGION>-<6 digits>`)."""

    prefixe = models.CharField(max_length=30, primary_key=True)
    dernier = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "registry_code_counter"

    def __str__(self) -> str:
        return self.prefixe
