"""Validate the query of the dictionary, and serialize its tables."""

from typing import Final

from rest_framework import serializers

from analysis.dictionary.rules import TABLES
from config.api.serializers import CamelSerializer

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WORKBOOK, SURVEY_FORM = "xlsx", "xlsform"


class TableParams(serializers.Serializer):
    table = serializers.ChoiceField(choices=[table.name for table in TABLES], required=False)


class FileParams(TableParams):
    format = serializers.ChoiceField(choices=[WORKBOOK, SURVEY_FORM], default=WORKBOOK)


class DictionaryCodeSerializer(CamelSerializer):
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class DictionaryColumnSerializer(CamelSerializer):
    colonne = serializers.CharField()
    champ = serializers.CharField()
    sens = serializers.CharField()
    type = serializers.CharField()
    type_label = serializers.CharField()
    unite = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_label = serializers.CharField()
    obligatoire = serializers.BooleanField()
    codes = DictionaryCodeSerializer(many=True)


class DictionaryTableResponse(CamelSerializer):
    nom = serializers.CharField()
    table = serializers.CharField()
    titre = serializers.CharField()
    colonnes = DictionaryColumnSerializer(many=True)
