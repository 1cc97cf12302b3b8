"""Store which files wait to be imported; their content lies with the stored files and goes after a day."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.files.models import StoredFile
from accounts.users.models import User
from config.ids import UUID7, uuid7


class UploadKind(models.TextChoices):
    SERVICES = "services"
    AGENTS = "agents"
    CASES = "cas"


class VbgUpload(models.Model):
    """Store an uploaded workbook: nothing of its content, but the titles of the sheet that was read.

    `lignes` are the rows of that sheet in COPY's text format: a workbook is parsed once, then looked at and imported.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    fichier = models.OneToOneField(StoredFile, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    type = models.CharField(max_length=10, choices=UploadKind)
    lignes = models.OneToOneField(StoredFile, on_delete=models.CASCADE, null=True, related_name="+")
    feuille = models.TextField(null=True)
    colonnes = ArrayField(models.TextField(), default=list, db_default=[])
    nombre = models.PositiveIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "analysis_vbg_upload"
        constraints = [models.CheckConstraint(name="vbg_upload_type", condition=Q(type__in=list(UploadKind)))]

    def __str__(self) -> str:
        return str(self.id)
