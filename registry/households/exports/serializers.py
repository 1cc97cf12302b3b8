"""Validate the query of an export of households."""

from typing import Final

from rest_framework import serializers

from config.api.fields import build_sort_field
from registry.households.filters import SORT_COLUMNS

CSV, EXCEL = "csv", "xlsx"
MEDIA: Final = {
    CSV: "text/csv; charset=utf-8",
    EXCEL: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class HouseholdExportParams(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(MEDIA), default=EXCEL)
    tri = build_sort_field(SORT_COLUMNS)
