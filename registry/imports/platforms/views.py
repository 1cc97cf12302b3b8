"""Serve the import of households from a survey platform."""

from typing import Any

from django.conf import settings
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.imports.platforms.jobs import JOB, build_job_params
from registry.imports.platforms.serializers import PlatformImportBody, PlatformImportResponse
from registry.imports.platforms.services import import_from_platform
from registry.imports.platforms.types import PlatformImport
from registry.imports.queries import describe_import
from registry.imports.serializers import ImportParams
from registry.imports.services import build_options
from registry.imports.types import ImportOptions
from registry.survey_platforms.api import ImportTooLarge, require_configured


class ImportFromPlatform(EnvelopeView):
    """Import households from a survey platform.

    Small imports run at once. Large ones, and those with `async` or an Idempotency-Key, start a job and return 202: the
    key is held in a transaction, and platforms are never requested inside one.
    """

    is_one_transaction = False
    permission = "registre.importer"

    @declare_operation(
        "Importer des ménages d'une plateforme de collecte",
        query=ImportParams,
        body=PlatformImportBody,
        response=PlatformImportResponse,
    )
    def post(self, request: Any) -> Response:
        wanted, row_options = self.validate_body().build_import()
        options = build_options(self.caller, **row_options)
        require_configured(wanted.source)
        if self.query["async"] or "Idempotency-Key" in request.headers:
            return self._start_job(wanted, options)
        try:
            answer = import_from_platform(wanted, options, settings.SYNCHRONOUS_MAX_ROWS)
        except ImportTooLarge:
            return self._start_job(wanted, options)
        return self.ok(answer, describe_import(answer))

    def _start_job(self, wanted: PlatformImport, options: ImportOptions) -> Response:
        return self.build_job_response(start_job(JOB, build_job_params(wanted, options), self.caller))
