"""Validate uploads and imports of workbooks, and document their answers."""

from typing import Any

from rest_framework import serializers

from analysis.vbg.imports.models import UploadKind
from analysis.vbg.imports.rules import COLUMN_TITLES
from config.api.serializers import CamelSerializer, ClosedSerializer

MAX_TITLE = 1000


class UploadBody(ClosedSerializer):
    file = serializers.FileField(allow_empty_file=True)
    type = serializers.ChoiceField(choices=UploadKind.choices)


class UploadResponse(CamelSerializer):
    file_id = serializers.UUIDField()
    filename = serializers.CharField()
    size = serializers.IntegerField()
    sheets = serializers.ListField(child=serializers.CharField())
    row_count = serializers.IntegerField()


class AnalysisResponse(CamelSerializer):
    """Document the analysis; `mappingSuggestion` maps each field to a column of the file, or to null."""

    analysis = serializers.DictField()
    mapping_suggestion = serializers.DictField()


class SampleParams(serializers.Serializer):
    sheet = serializers.CharField(required=False, max_length=255)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=10)


class SampleResponse(CamelSerializer):
    headers = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField())
    total_rows = serializers.IntegerField()


class ImportOptionsField(ClosedSerializer):
    """Validate the options; by default rows with an error are left out, and known ones are not changed."""

    updateExisting = serializers.BooleanField(default=False)
    skipErrors = serializers.BooleanField(default=True)
    dryRun = serializers.BooleanField(default=False)


class AgentOptionsField(ImportOptionsField):
    """Validate the options of agents; each belongs to a service, so `linkToService` changes nothing."""

    linkToService = serializers.BooleanField(default=True)


def _build_mapping_fields(kind: str) -> dict[str, serializers.Field]:
    text: dict[str, Any] = {"max_length": MAX_TITLE, "required": False, "allow_null": True, "allow_blank": True}
    return {field: serializers.CharField(**text) for field in COLUMN_TITLES[kind]}


class ServiceMappingField(ClosedSerializer):
    def get_fields(self) -> dict[str, serializers.Field]:
        return _build_mapping_fields(UploadKind.SERVICES)


class AgentMappingField(ClosedSerializer):
    def get_fields(self) -> dict[str, serializers.Field]:
        return _build_mapping_fields(UploadKind.AGENTS)


class CaseMappingField(ClosedSerializer):
    def get_fields(self) -> dict[str, serializers.Field]:
        return _build_mapping_fields(UploadKind.CASES)


class ServiceImportBody(ClosedSerializer):
    fileId = serializers.UUIDField()
    mapping = ServiceMappingField()
    options: Any = ImportOptionsField(required=False)


class AgentImportBody(ClosedSerializer):
    fileId = serializers.UUIDField()
    mapping = AgentMappingField()
    options: Any = AgentOptionsField(required=False)


class CaseImportBody(ClosedSerializer):
    """Validate an import of cases; no case can be found again in a file, so `updateExisting` changes nothing."""

    fileId = serializers.UUIDField()
    mapping = CaseMappingField()
    options: Any = ImportOptionsField(required=False)


class RowErrorResponse(serializers.Serializer):
    """Document the first fault of a row; `column` is null where no single cell is wrong."""

    row = serializers.IntegerField()
    column = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class ImportCountsResponse(CamelSerializer):
    """Document the counts; with `dryRun` those of what would be written."""

    total_rows = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    skipped = serializers.IntegerField()
    errors: Any = RowErrorResponse(many=True)
