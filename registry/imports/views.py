"""Serve the import and validation of household files, CSV or Excel, and their templates."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.files.api import build_file_path, remove_file, store_file
from accounts.files.models import StoredFile
from accounts.jobs.api import start_job
from accounts.jobs.models import Job
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.import_engine.deposits import RETENTION, import_deposit
from geo.tables.formats import is_text
from registry.imports import jobs, services
from registry.imports.queries import describe_import
from registry.imports.serializers import (
    ImportBody,
    ImportParams,
    ImportReportBody,
    ImportResponse,
    TemplateResponse,
    ValidationResponse,
)
from registry.imports.workbooks import report, templates

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class UploadView(EnvelopeView):
    """Store an upload, then process it at once when small, else as a job."""

    is_one_transaction = False
    permission = "registre.importer"
    text = True

    def process_upload(self, action: str, process_file: Callable[..., dict[str, Any]]) -> dict[str, Any] | Job:
        """Return what `process_file` answers, or the job started for it."""
        body = self.validate_body()
        options = services.build_options(self.caller, **body.build_options())

        def run(path: Path) -> dict[str, Any]:
            return process_file(path, text=self.text, options=options, awaited_rows=settings.SYNCHRONOUS_MAX_ROWS)

        def start(stored: StoredFile) -> Job:
            params = jobs.build_job_params(stored, text=self.text, action=action, options=options)
            return start_job(jobs.JOB, params, self.caller)

        upload = body.validated_data["file"]
        return import_deposit(upload, self.caller, run=run, start=start, by_job=self.query["async"])


class ImportCsv(UploadView):
    """Import households from a CSV file."""

    @declare_operation(
        "Importer des ménages (CSV)", query=ImportParams, body=ImportBody, response=ImportResponse, upload=True
    )
    def post(self, request: Any) -> Response:
        result = self.process_upload("import", services.import_file)
        if isinstance(result, Job):
            return self.build_job_response(result)
        return self.ok(result, describe_import(result))


class ImportExcel(ImportCsv):
    """Import households from an .xlsx or .xls workbook."""

    text = False


class ValidateCsv(UploadView):
    """Validate a CSV file without writing anything; `success` is false when there are errors."""

    @declare_operation(
        "Valider un fichier CSV", query=ImportParams, body=ImportBody, response=ValidationResponse, upload=True
    )
    def post(self, request: Any) -> Response:
        result = self.process_upload("validate", services.validate_file)
        if isinstance(result, Job):
            return self.build_job_response(result)
        message = _("Le fichier peut être importé.") if result["valid"] else _("Le fichier contient des erreurs.")
        return self.ok(result, message, success=result["valid"])


class ValidateExcel(ValidateCsv):
    """Validate a workbook without writing anything; `success` is false when there are errors."""

    text = False


class ValidationReport(EnvelopeView):
    """Return the rows of an Excel or CSV file with the issues marked, as a workbook."""

    stores_responses = False
    permission = "registre.importer"

    @declare_operation("Rapport de validation", body=ImportReportBody, media=XLSX, upload=True)
    def post(self, request: Any) -> FileResponse:
        body = self.validate_body()
        options = services.build_options(self.caller, **body.build_options())
        stored = store_file(body.validated_data["file"], self.caller, RETENTION)
        try:
            content = report.build_validation_report(
                build_file_path(stored),
                text=is_text(build_file_path(stored)),
                options=options,
                is_correction=body.validated_data["aCorriger"],
            )
        finally:
            remove_file(stored)
        return FileResponse(content, as_attachment=True, filename="rapport-validation.xlsx", content_type=XLSX)


class CsvTemplate(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Modèle CSV", response=TemplateResponse)
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
