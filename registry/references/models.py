"""Store reference lists: the expected values of fields of a dwelling or head, and of reasons."""

from django.db import models

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class Reference(models.Model):
    """Store one value of a field's list. Forms propose the list; a household may have other values."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # The name of the field in the API: typeLogement, sourceEau, …
    champ = models.CharField(max_length=40)
    valeur = models.CharField(max_length=100)
    # In French; `libelles` are the translations that were entered: {"pt": …, "en": …}.
    libelle = models.CharField(max_length=255)
    libelles = models.JSONField(default=dict, db_default={})
    ordre = models.PositiveSmallIntegerField()

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "registry_reference"
        ordering = ["champ", "ordre"]
        constraints = [models.UniqueConstraint(fields=["champ", "valeur"], name="reference_once")]

    def __str__(self) -> str:
        return f"{self.champ}: {self.valeur}"
