"""Validate files of attendance and their lines, and describe what they changed."""

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.tables.messages import FILE_ERRORS
from registry.follow_up.serializers import MAX_TEXT
from transfers.conditionality.checks.models import ComplianceStatus
from transfers.cycles.models import Cycle

DATE_FORMATS = ["iso-8601", "%d/%m/%Y"]


class AttendanceParams(serializers.Serializer):
    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class AttendanceFileBody(CamelSerializer, ClosedSerializer):
    """Validate an upload; `cycleId` is the cycle that the attendance is of."""

    file = serializers.FileField(
        error_messages={"required": _("Joignez le fichier des vérifications."), "empty": FILE_ERRORS["vide"]}
    )
    cycle_id = VisibleIriField("cycles", Cycle, source="cycle", required=False, allow_null=True)


class AttendanceLineBody(CamelSerializer):
    """Validate a line of a file, whose cells are texts."""

    code_beneficiaire = serializers.CharField(max_length=60)
    taux_conformite = serializers.DecimalField(
        max_digits=5, decimal_places=2, min_value=0, max_value=100, required=False
    )
    statut = serializers.ChoiceField(choices=ComplianceStatus.choices, required=False)
    date_verification = serializers.DateField(input_formats=DATE_FORMATS)
    date_echeance = serializers.DateField(input_formats=DATE_FORMATS, required=False)
    source_verification = serializers.CharField(max_length=100, required=False)
    commentaires = serializers.CharField(max_length=MAX_TEXT, required=False)

    def validate_date_verification(self, value: date) -> date:
        if value > timezone.localdate():
            raise serializers.ValidationError(_("La date est dans le futur."))
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "statut" not in attrs and "taux_conformite" not in attrs:
            raise serializers.ValidationError({"tauxConformite": [_("Indiquez le taux de conformité, ou le statut.")]})
        return attrs


def parse_attendance_line(cells: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the values of a line of a file, or the sentences about its cells by column."""
    changed = {}
    if "tauxConformite" in cells:
        changed["tauxConformite"] = cells["tauxConformite"].strip().removesuffix("%").strip().replace(",", ".")
    if "statut" in cells:
        changed["statut"] = cells["statut"].strip().lower().replace(" ", "_")
    line = AttendanceLineBody(data=cells | changed)
    if line.is_valid():
        return dict(line.validated_data), {}
    return {}, {name: [str(sentence) for sentence in sentences] for name, sentences in line.errors.items()}


class AttendanceFaultResponse(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField()
    message = serializers.CharField()


class AttendanceFileResponse(CamelSerializer):
    """Describe what a file changed; `erreurs` are the refused lines.

    `maintenus` are lines that were taken, while their check stays `justifie`: its reason was accepted.
    """

    lignes = serializers.IntegerField()
    traites = serializers.IntegerField()
    nb_erreurs = serializers.IntegerField()
    erreurs = AttendanceFaultResponse(many=True)
    nb_maintenus = serializers.IntegerField()
    maintenus = serializers.ListField(child=serializers.IntegerField())
