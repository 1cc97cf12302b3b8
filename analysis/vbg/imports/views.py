"""Serve the import of workbooks: upload, analysis, sample, services, agents and cases."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from analysis.vbg.imports import queries, serializers, services
from analysis.vbg.imports.models import UploadKind
from analysis.vbg.imports.rules import RIGHTS
from analysis.vbg.imports.types import ImportCounts
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView

OPTIONS = {"updateExisting": False, "skipErrors": True, "dryRun": False}


class ImportView(EnvelopeView):
    """Share the permissions of imports: any opens the door, and the service asks for that of the workbook's kind."""

    permission: str | tuple[str, ...] = tuple(dict.fromkeys(RIGHTS.values()))


class WorkbookUpload(ImportView):
    """Receive a workbook; a child process reads it, so no transaction stays open meanwhile."""

    reach = OWN
    is_one_transaction = False
    # The names of a file of cases and of its sheets may name somebody: no answer with them is kept for a repetition.
    stores_responses = False
    # A file of cases may have names, until it is refused for them.
    keeps_uploads_in_memory = True

    @declare_operation(
        "Déposer un classeur VBG",
        body=serializers.UploadBody,
        response=serializers.UploadResponse,
        status=201,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        given = self.validate_body().validated_data
        row, extract = services.receive_upload(upload=given["file"], kind=given["type"], user=self.caller)
        shown = {
            "fileId": row.id,
            "filename": given["file"].name,
            "size": given["file"].size,
            "sheets": [extract.layer] if extract.layer else [],
            "rowCount": extract.count,
        }
        return self.ok(shown, _("Fichier reçu : il est gardé 24 heures."), status=201)


class WorkbookAnalysis(ImportView):
    @declare_operation("Analyser un classeur VBG", response=serializers.AnalysisResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        upload = services.find_upload(file_id=identity, user=self.caller)
        with services.open_rows(upload) as extract:
            analysis = queries.describe_rows(upload.type, extract.columns)
        suggestion = analysis.pop("mappingSuggestion")
        return self.ok({"analysis": analysis, "mappingSuggestion": suggestion})


class WorkbookSample(ImportView):
    @declare_operation(
        "Premières lignes d'un classeur VBG", query=serializers.SampleParams, response=serializers.SampleResponse
    )
    def get(self, request: Any, identity: UUID) -> Response:
        upload = services.find_upload(file_id=identity, user=self.caller)
        with services.open_rows(upload, self.query.get("sheet")) as extract:
            rows = queries.list_sample(extract.columns, self.query["limit"])
        return self.ok({"headers": extract.columns, "rows": rows, "totalRows": extract.count})


class WorkbookImport(ImportView):
    """Import one of the caller's uploads; subclasses name its kind. It is read before the transaction of the import."""

    kind: UploadKind
    is_one_transaction = False

    def run_import(self, import_rows: Callable[..., ImportCounts]) -> Response:
        given = self.validate_body().validated_data
        upload = services.find_upload(file_id=given["fileId"], user=self.caller, kind=self.kind)
        options = OPTIONS | dict(given.get("options") or {})
        mapping = {field: column for field, column in given["mapping"].items() if column}
        counts = import_rows(upload=upload, mapping=mapping, options=options, user=self.caller)
        sentence = _("Simulation : rien n'est gardé.") if options["dryRun"] else _("Import terminé.")
        return self.ok(serialize_row(counts), sentence)


class ServiceImport(WorkbookImport):
    kind = UploadKind.SERVICES
    permission = RIGHTS[UploadKind.SERVICES]

    @declare_operation(
        "Importer des services VBG",
        body=serializers.ServiceImportBody,
        response=serializers.ImportCountsResponse,
    )
    def post(self, request: Any) -> Response:
        return self.run_import(services.import_services)


class AgentImport(WorkbookImport):
    kind = UploadKind.AGENTS
    permission = RIGHTS[UploadKind.AGENTS]

    @declare_operation(
        "Importer les agents de services VBG",
        body=serializers.AgentImportBody,
        response=serializers.ImportCountsResponse,
    )
    def post(self, request: Any) -> Response:
        return self.run_import(services.import_agents)


class CaseImport(WorkbookImport):
    # A stored response would keep for a day who wrote how many cases, and when; a file of cases is imported once as it is.
    stores_responses = False
    kind = UploadKind.CASES
    permission = RIGHTS[UploadKind.CASES]

    @declare_operation(
        "Importer des cas de VBG",
        body=serializers.CaseImportBody,
        response=serializers.ImportCountsResponse,
    )
    def post(self, request: Any) -> Response:
        return self.run_import(services.import_cases)
