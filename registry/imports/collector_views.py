"""Serve the import of households from a survey platform."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.collectors.api import ImportTooLarge, require_configured
from registry.imports import collecting
from registry.imports.collector_serializers import PlatformImportBody, PlatformImportResponse
from registry.imports.options import ImportOptions
from registry.imports.serializers import ImportParams
from registry.imports.services import build_options, describe_import


class ImportFromPlatform(EnvelopeView):
    """Import households from a survey platform.

    Small imports run at once. Large ones, and those with `async` or an Idempotency-Key, start a job and return 202: the
    key is held in a transaction, and platforms are never requested inside one.
    """

    is_one_transaction = False
    permission = "registre.importer"

    @declare_operation("Importer des ménages d'une plateforme de collecte", query=ImportParams, body=PlatformImportBody,
               answer=PlatformImportResponse)  # fmt: skip
    def post(self, request: Any) -> Response:
        wanted, how = self.input().asked()
        options = build_options(self.caller, **how)
        require_configured(wanted.source)
        if self.query["async"] or "Idempotency-Key" in request.headers:
            return self._later(wanted, options)
        try:
            answer = collecting.import_from_platform(wanted, options, settings.SYNCHRONOUS_MAX_ROWS)
        except ImportTooLarge:
            return self._later(wanted, options)
        return self.ok(answer, describe_import(answer))

    def _later(self, wanted: collecting.PlatformImport, options: ImportOptions) -> Response:
        job = start_job(collecting.JOB, collecting.build_job_params(wanted, options), self.caller)
        return self.ok({"jobId": job.id, "statut": job.statut}, _("Le travail continue en arrière-plan."), status=202)
