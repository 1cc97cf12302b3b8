"""Validate the query of an export of payments."""

from typing import Final

from rest_framework import serializers

CSV, XLSX = "csv", "xlsx"
MEDIA: Final = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class ExportParams(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(MEDIA), default=CSV)
