"""What the import endpoints take and answer."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField, params
from registry.imports.options import DAY_FIRST, MONTH_FIRST
from registry.projects.models import Campaign, Project

# What a score is multiplied by, by the scale that is said.
SCALES: Final = {"0-100": 1, "0-1": 100}
ImportParams = params(
    "ImportParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class UploadField(serializers.FileField):
    """The file itself; its name is only shown."""

    default_error_messages = {
        "required": _("Joignez le fichier à importer."),
        "empty": _("Le fichier est vide."),
    }


class HowSerializer(serializers.Serializer):
    """How the rows of an import are to be taken. `echelle_pmt` and `ordreDates` are asked for when a file leaves them
    in doubt; `confirmerChangements`: many known households may change their head or region; `sansLieu`: households may
    be without any place."""

    echelle_pmt = serializers.ChoiceField(list(SCALES), required=False)
    ordreDates = serializers.ChoiceField([DAY_FIRST, MONTH_FIRST], required=False)
    confirmerChangements = serializers.BooleanField(default=False, source="confirmed")
    sansLieu = serializers.BooleanField(default=False, source="placeless")
    creerLocalites = serializers.BooleanField(default=False, source="create_villages")
    projetId = VisibleIriField("projets", Project, required=False, allow_null=True, source="project")
    campagneId = VisibleIriField("campagnes", Campaign, required=False, allow_null=True, source="campaign")

    def how(self) -> dict[str, Any]:
        """Keyword arguments of `services.options_for`."""
        values = self.validated_data
        campaign = values.get("campaign")
        return {
            "scale": SCALES.get(values.get("echelle_pmt")),
            "date_order": values.get("ordreDates"),
            "confirmed": values["confirmed"],
            "placeless": values["placeless"],
            "create_villages": values["create_villages"],
            "project": values.get("project"),
            "campaign": campaign.id if campaign else None,
        }


class ImportBody(HowSerializer):
    """multipart/form-data: the file and how it is to be taken."""

    file = UploadField()
    mode = serializers.ChoiceField(["create", "update", "replace"], default="create")
    feuille = serializers.CharField(required=False, allow_blank=True, max_length=200, trim_whitespace=False)

    def options(self) -> dict[str, Any]:
        """The keyword arguments of `services.options_for`."""
        return self.how() | {"mode": self.validated_data["mode"], "sheet": self.validated_data.get("feuille") or None}


class ImportAnswer(serializers.Serializer):
    """`updated` counts the known households that the file was taken for; `unchanged` of them stood already as it says.
    `skipped` counts the rows that were left out: `known` of them because the household is known (mode create), the others
    because they are in error."""

    total = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    known = serializers.IntegerField()
    skipped = serializers.IntegerField()
    errors = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]


class ProblemAnswer(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class ValidationStats(serializers.Serializer):
    total_menages = serializers.IntegerField()
    total_lignes = serializers.IntegerField()
    total_connus = serializers.IntegerField()


class ValidationSummary(serializers.Serializer):
    total_erreurs = serializers.IntegerField()
    total_avertissements = serializers.IntegerField()


class SheetAnswer(serializers.Serializer):
    """The sheet of a workbook that was read, and the visible ones that were not."""

    lue = serializers.CharField()
    nonLues = serializers.ListField(child=serializers.CharField())


class ValidationAnswer(serializers.Serializer):
    """The shape of validate-detailed."""

    valid = serializers.BooleanField()
    stats = ValidationStats()
    feuille = SheetAnswer(allow_null=True)
    summary = ValidationSummary()
    erreurs = ProblemAnswer(many=True)
    avertissements = ProblemAnswer(many=True)


class TemplateAnswer(serializers.Serializer):
    """Columns, an example row, and what each column holds."""

    headers = serializers.ListField(child=serializers.CharField())
    example = serializers.ListField(child=serializers.CharField())
    description = serializers.DictField(child=serializers.CharField())
