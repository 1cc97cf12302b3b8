"""Validate the upload form and serialise the report of an import."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import ClosedSerializer
from geo.imports.definition.kinds import KINDS
from geo.imports.definition.options import PARSERS


class ImportModeParams(serializers.Serializer):
    """Validate the query; `async=1` requests a job, whatever the size of the file."""

    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class ImportUploadSerializer(ClosedSerializer):
    """Validate the upload: `file`, its content (`type` or `niveau`), and the options of the management commands."""

    # An empty file is refused by its reader, like every file without content.
    file = serializers.FileField(allow_empty_file=True, error_messages={"required": _("Le fichier manque.")})
    type = serializers.ChoiceField(list(KINDS), required=False)
    niveau = serializers.ChoiceField(list(KINDS), required=False)
    parent: Any = serializers.CharField(required=False, allow_blank=True, max_length=200)

    def get_fields(self) -> dict[str, Any]:
        options = {name: serializers.CharField(required=False, allow_blank=True, max_length=2000) for name in PARSERS}
        return super().get_fields() | options

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of `type` and `niveau`; merge `parent` into `map`."""
        if ("type" in attrs) == ("niveau" in attrs):
            raise serializers.ValidationError(
                {"type": _("Dites le type (ou le niveau) de ce que le fichier contient.")}
            )
        raw = {name: attrs[name] for name in PARSERS if attrs.get(name)}
        if attrs.get("parent"):
            raw["map"] = ",".join(filter(None, [raw.get("map"), f"parent={attrs['parent']}"]))
        return {"file": attrs["file"], "kind": attrs.get("type") or attrs["niveau"], "raw": raw}


class ImportLineSerializer(serializers.Serializer):
    ligne = serializers.IntegerField()
    nom = serializers.CharField(allow_null=True)


class ImportIssueSerializer(serializers.Serializer):
    """Describe one issue of `nombre` rows; `lignes` are the first of them, `ligne` the very first."""

    ligne = serializers.IntegerField(allow_null=True)
    nom = serializers.CharField(allow_null=True)
    colonne = serializers.CharField(allow_null=True)
    message = serializers.CharField()
    nombre = serializers.IntegerField()
    lignes = ImportLineSerializer(many=True)


class CodedValueSerializer(serializers.Serializer):
    """Describe how a value of a coded field was understood, on `nombre` rows; `refuse`: these rows were refused."""

    champ = serializers.CharField()
    colonne = serializers.CharField()
    valeur = serializers.CharField()
    nombre = serializers.IntegerField()
    devient = serializers.CharField(allow_null=True)
    refuse = serializers.BooleanField()


class ImportReportSerializer(serializers.Serializer):
    """Serialise the report: total = imported + updated + unchanged + skipped.

    `filtrees` rows were excluded by the caller's own filter.
    """

    type = serializers.CharField()
    source: Any = serializers.CharField()
    format = serializers.CharField()
    crs = serializers.CharField(allow_null=True)
    simulation = serializers.BooleanField()
    total = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    skipped = serializers.IntegerField()
    filtrees = serializers.IntegerField()
    errors: Any = ImportIssueSerializer(many=True)
    erreursTotal = serializers.IntegerField()
    avertissements = ImportIssueSerializer(many=True)
    avertissementsTotal = serializers.IntegerField()
    valeurs = CodedValueSerializer(many=True)
    valeursTotal = serializers.IntegerField()
    correspondance = serializers.DictField(child=serializers.CharField())
    colonnes = serializers.ListField(child=serializers.CharField())
    colonnesIgnorees = serializers.ListField(child=serializers.CharField())
