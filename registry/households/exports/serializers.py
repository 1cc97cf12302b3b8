"""Validate the query of an export of households."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.fields import build_sort_field
from registry.households.filters import SORT_COLUMNS

CSV, EXCEL = "csv", "xlsx"
MEDIA: Final = {
    CSV: "text/csv; charset=utf-8",
    EXCEL: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class HouseholdExportParams(serializers.Serializer):
    """Validate which file is wanted.

    `libelles` asks for a workbook to read: titles and codes in words, dates as dates; without it the columns and codes are
    those of the import, so that a corrected file can be imported again.
    """

    format = serializers.ChoiceField(choices=list(MEDIA), default=EXCEL)
    libelles = serializers.BooleanField(default=False)
    tri = build_sort_field(SORT_COLUMNS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["libelles"] and attrs["format"] == CSV:
            raise serializers.ValidationError(
                {"libelles": [_("Les libellés sont ceux d'un classeur : choisissez xlsx.")]}
            )
        return attrs
