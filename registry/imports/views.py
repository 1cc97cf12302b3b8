"""Serve the import and validation of household files, CSV or Excel, and their templates."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.files.api import build_file_path, remove_file, store_file
from accounts.files.models import StoredFile
from accounts.jobs.api import start_job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.tables.formats import is_text
from registry.imports import jobs, report, services, templates
from registry.imports.options import ImportOptions
from registry.imports.serializers import ImportBody, ImportParams, ImportResponse, TemplateResponse, ValidationResponse
from registry.imports.staging import TooManyRows

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KEPT = timedelta(hours=24)


class UploadView(EnvelopeView):
    """Store an upload, then process it at once when small, else as a job."""

    is_one_transaction = False
    permission = "registre.importer"
    text = True

    def _run(self, action: str, act: Callable[..., dict[str, Any]]) -> tuple[dict[str, Any] | None, Response | None]:
        """Return the result of `act`, or the 202 response of the job started for it."""
        body = self.input()
        options = services.build_options(self.caller, **body.options())
        stored = store_file(body.validated_data["file"], self.caller, KEPT)
        if not self.query["async"]:
            try:
                answer = act(
                    build_file_path(stored), text=self.text, options=options, most=settings.SYNCHRONOUS_MAX_ROWS
                )
            except TooManyRows:
                return None, self._later(stored, action, options)
            except BaseException:
                remove_file(stored)
                raise
            remove_file(stored)
            return answer, None
        return None, self._later(stored, action, options)

    def _later(self, stored: StoredFile, action: str, options: ImportOptions) -> Response:
        params = jobs.build_job_params(stored, text=self.text, action=action, options=options)
        job = start_job(jobs.JOB, params, self.caller)
        return self.ok(
            {"jobId": job.id, "statut": job.statut},
            _("Le travail continue en arrière-plan."),
            status=202,
        )


class ImportCsv(UploadView):
    """Import households from a CSV file."""

    @declare_operation(
        "Importer des ménages (CSV)", query=ImportParams, body=ImportBody, answer=ImportResponse, upload=True
    )
    def post(self, request: Any) -> Response:
        answer, later = self._run("import", services.import_file)
        return later or self.ok(answer, services.describe_import(answer or {}))


class ImportExcel(ImportCsv):
    """Import households from an .xlsx or .xls workbook."""

    text = False


class ValidateCsv(UploadView):
    """Validate a CSV file without writing anything; `success` is false when there are errors."""

    @declare_operation(
        "Valider un fichier CSV", query=ImportParams, body=ImportBody, answer=ValidationResponse, upload=True
    )
    def post(self, request: Any) -> Response:
        answer, later = self._run("validate", services.validate_file)
        if answer is None:
            return later or self.ok()
        message = _("Le fichier peut être importé.") if answer["valid"] else _("Le fichier contient des erreurs.")
        return self.ok(answer, message, success=answer["valid"])


class ValidateExcel(ValidateCsv):
    """Validate a workbook without writing anything; `success` is false when there are errors."""

    text = False


class ValidationReport(EnvelopeView):
    """Return the rows of an Excel or CSV file with the issues marked, as a workbook."""

    keeps_answers = False
    permission = "registre.importer"

    @declare_operation("Rapport de validation", body=ImportBody, media=XLSX, upload=True)
    def post(self, request: Any) -> FileResponse:
        body = self.input()
        options = services.build_options(self.caller, **body.options())
        stored = store_file(body.validated_data["file"], self.caller, KEPT)
        try:
            made = report.build_validation_report(
                build_file_path(stored), text=is_text(build_file_path(stored)), options=options
            )
        finally:
            remove_file(stored)
        return FileResponse(made, as_attachment=True, filename="rapport-validation.xlsx", content_type=XLSX)


class CsvTemplate(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Modèle CSV", answer=TemplateResponse)
    def get(self, request: Any) -> Response:
        return self.ok(templates.build_csv_template())


class ExcelTemplate(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Modèle Excel", media=XLSX)
    def get(self, request: Any) -> HttpResponse:
        content = templates.build_excel_template(self.caller)
        response = HttpResponse(content, content_type=XLSX)
        response["Content-Disposition"] = 'attachment; filename="modele-menages.xlsx"'
        return response
