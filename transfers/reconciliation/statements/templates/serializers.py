"""Serialize the templates of operators' statements."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.operators.models import Operator
from transfers.reconciliation.statements.templates.queries import read_template
from transfers.reconciliation.statements.templates.rules import describe_template, list_required_titles

CSV, XLSX = "csv", "xlsx"
MEDIA = {CSV: "text/csv; charset=utf-8", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


class TemplateFileParams(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(MEDIA), default=XLSX)


class StatementTemplateBody(ClosedSerializer):
    """Validate a new template; null is the usual one."""

    modele = serializers.JSONField(allow_null=True)


class StatementTemplateSummaryResponse(CamelSerializer):
    operateur = serializers.CharField(source="code")
    label: Any = serializers.CharField()
    colonnes_requises = serializers.SerializerMethodField()
    colonnes_optionnelles = serializers.SerializerMethodField()
    format_date = serializers.SerializerMethodField()
    template_url = serializers.SerializerMethodField()

    def get_colonnes_requises(self, row: Operator) -> list[str]:
        return list_required_titles(read_template(row))

    def get_colonnes_optionnelles(self, row: Operator) -> list[str]:
        template = read_template(row)
        required = list_required_titles(template)
        return [column.titre for column in template.colonnes if column.titre not in required]

    def get_format_date(self, row: Operator) -> str:
        return read_template(row).dates[0]

    def get_template_url(self, row: Operator) -> str:
        return f"/api/reconciliation/templates/{row.code}/fichier"


class StatementTemplateResponse(StatementTemplateSummaryResponse):
    """Show a whole template, as it may be sent back; `usuel` tells that it is the usual one."""

    usuel = serializers.SerializerMethodField()
    modele = serializers.SerializerMethodField()

    def get_usuel(self, row: Operator) -> bool:
        return row.modele_releve is None

    def get_modele(self, row: Operator) -> dict[str, Any]:
        return describe_template(read_template(row))
