"""Validate the query of an export of a session."""

from typing import Final

from rest_framework import serializers

from transfers.reconciliation.figures.exports.queries import CONTENTS

CSV, EXCEL = "csv", "excel"
MEDIA: Final = {
    CSV: "text/csv; charset=utf-8",
    EXCEL: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
SUFFIXES: Final = {CSV: "csv", EXCEL: "xlsx"}


class ExportParams(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(MEDIA), default=EXCEL)
    contenu = serializers.ChoiceField(choices=list(CONTENTS), default="all")
