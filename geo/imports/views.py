"""Serve the import of a file of areas, localities or facilities."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.models import Job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.imports.jobs import PERMISSION, import_upload
from geo.imports.serializers import ImportModeParams, ImportReportSerializer, ImportUploadSerializer


class GeoImportView(EnvelopeView):
    """Import a geographic file; respond with the report (200), or with a job (202) for a large file or `?async=1`."""

    is_one_transaction = False
    permission = PERMISSION

    @declare_operation(
        "Importer un fichier géographique",
        query=ImportModeParams,
        body=ImportUploadSerializer,
        response=ImportReportSerializer,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        given = self.validate_body().validated_data
        done = import_upload(
            upload=given["file"],
            kind=given["kind"],
            raw=given["raw"],
            user=self.caller,
            by_job=self.query["async"],
        )
        if isinstance(done, Job):
            return self.ok({"jobId": done.id, "statut": done.statut}, _("L'import est en attente."), 202)
        sentence = _("Simulation : rien n'est gardé.") if done["simulation"] else _("Import terminé.")
        counts = _("%(imported)d créées, %(updated)d modifiées, %(unchanged)d inchangées, %(skipped)d refusées.") % done
        return self.ok(done, f"{sentence} {counts}")
