"""Store the files of complaints, and which complaints are of the same matter."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.files.models import StoredFile
from accounts.users.models import User
from config.ids import UUID7, uuid7
from transfers.complaints.models import Complaint


class ComplaintFile(models.Model):
    """Store a file of a complaint, as a photograph of a receipt."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="pieces")
    fichier = models.OneToOneField(StoredFile, on_delete=models.PROTECT, related_name="+")
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_ajout = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "transfers_plainte_piece"
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.id)


class ComplaintLink(models.Model):
    """Store that two complaints are of the same matter, once: the first has the smaller id."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    premiere = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="+")
    seconde = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="+")
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_ajout = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "transfers_plainte_lien"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["premiere", "seconde"], name="plainte_lien_once"),
            models.CheckConstraint(name="plainte_lien_ordre", condition=Q(premiere__lt=F("seconde"))),
        ]

    def __str__(self) -> str:
        return str(self.id)
