"""Serve files that are deposited before the object they will be attached to: operators' statements, attachments."""

from typing import Any
from uuid import UUID

from django.http import FileResponse
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.files import services
from accounts.files.models import StoredFile
from accounts.files.queries import find_content_path
from accounts.files.rules import find_deposit_limit
from accounts.files.serializers import DepositInput, FileSerializer
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class FileList(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    def find_upload_limit(self, name: str | None) -> int:
        return find_deposit_limit(self.caller, name)

    @declare_operation("Déposer un fichier", body=DepositInput, response=FileSerializer, status=201, upload=True)
    def post(self, request: Any) -> Response:
        stored = services.deposit_file(upload=self.validate_body().validated_data["file"], caller=self.caller)
        return self.ok(FileSerializer(stored).data, _("Fichier reçu."), status=201)


class FileDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Un fichier", response=FileSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.ok(FileSerializer(self.find_visible(StoredFile, id=identity)).data)

    @declare_operation("Supprimer un fichier déposé, tant que rien ne le tient")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.remove_deposit(file_id=identity, caller=self.caller)
        return self.ok(message=_("Fichier supprimé."))


class FileContent(EnvelopeView):
    """Send the content as a download, never displayed by the browser itself."""

    permission = AUTHENTICATED

    @declare_operation("Télécharger un fichier", media="application/octet-stream")
    def get(self, request: Any, identity: UUID) -> FileResponse:
        stored = self.find_visible(StoredFile, id=identity)
        content = find_content_path(stored).open("rb")
        return FileResponse(content, as_attachment=True, filename=stored.nom, content_type=stored.type)
