"""Reference lists: the values that a field of a dwelling or head, or a reason, is expected to have."""

from django.db import models

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class Reference(models.Model):
    """One value of a field's list. A household may hold another one: the list is what forms propose."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # As the API calls the field: typeLogement, sourceEau, …
    champ = models.CharField(max_length=40)
    valeur = models.CharField(max_length=100)
    # In French; `libelles` what it is called in the other languages, where somebody said so: {"pt": …, "en": …}.
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
