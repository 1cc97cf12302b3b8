"""Store photographs of households: their house or their people, as those who visit them take them."""

from django.db import models
from django.db.models.functions import Now

from accounts.files.models import StoredFile
from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class HouseholdPhoto(models.Model):
    """Store a photograph of a household; the newest is shown first. A merge moves those of the absorbed household."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    menage = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="photos")
    fichier = models.OneToOneField(StoredFile, on_delete=models.PROTECT, related_name="+")
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_ajout = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage_photo"
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.id)
