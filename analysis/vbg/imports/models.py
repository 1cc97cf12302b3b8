"""Store which files wait to be imported; their content lies with the stored files and goes after a day."""

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
    """Store which workbook was uploaded: nothing of its content, which lies in files.

    `fichier` are the rows of the sheet that was read; `classeur` is the workbook, none for a file of cases.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    fichier = models.OneToOneField(StoredFile, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    type = models.CharField(max_length=10, choices=UploadKind)
    classeur = models.OneToOneField(StoredFile, on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "analysis_vbg_upload"
        constraints = [models.CheckConstraint(name="vbg_upload_type", condition=Q(type__in=list(UploadKind)))]

    def __str__(self) -> str:
        return str(self.id)
