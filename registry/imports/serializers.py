"""Define the requests and responses of the import endpoints."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField, build_query_serializer
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.tables.messages import FILE_ERRORS
from registry.imports.mappings.serializers import ColumnMappingField
from registry.imports.types import (
    ABROAD_CHOICES,
    CODELESS_CHOICES,
    DAY_FIRST,
    MONTH_FIRST,
    REPEATED_CHOICES,
)
from registry.projects.models import Campaign, Project

# Factor of a score, by the scale that the user gave.
SCALES: Final = {"0-100": 1, "0-1": 100}
ImportParams = build_query_serializer(
    "ImportParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class UploadField(serializers.FileField):
    """Validate the uploaded file. Its name is only displayed."""

    default_error_messages = {
        "required": _("Joignez le fichier à importer."),
        "empty": FILE_ERRORS["vide"],
    }


class RowOptionsSerializer(ClosedSerializer):
    """Validate the options for the rows of an import.

    `echelle_pmt` and `ordreDates` are required only when a file leaves them in doubt. `confirmerChangements`: many
    known households may change their head or region. `confirmerValeurs`: they may get values that are stored for each
    other. `sansLieu`: households may have no place. `positionsHorsPays`: rows with a position outside the country are
    written without it, left out or, as without an answer, taken. `menagesRepetes`: new households with the head, the
    locality and the telephone of a registered one are left out or, as without an answer, taken. `lignesIdentiques`:
    likewise of rows that repeat an earlier row of the file.
    """

    echelle_pmt = serializers.ChoiceField(list(SCALES), required=False)
    ordreDates = serializers.ChoiceField([DAY_FIRST, MONTH_FIRST], required=False)
    confirmerChangements = serializers.BooleanField(default=False, source="changes_confirmed")
    confirmerValeurs = serializers.BooleanField(default=False, source="values_confirmed")
    sansLieu = serializers.BooleanField(default=False, source="allows_placeless")
    positionsHorsPays = serializers.ChoiceField(ABROAD_CHOICES, required=False, source="abroad")
    menagesRepetes = serializers.ChoiceField(REPEATED_CHOICES, required=False, source="repeated")
    lignesIdentiques = serializers.ChoiceField(REPEATED_CHOICES, required=False, source="identical")
    creerLocalites = serializers.BooleanField(default=False, source="create_villages")
    projetId = VisibleIriField("projets", Project, required=False, allow_null=True, source="project")
    campagneId = VisibleIriField("campagnes", Campaign, required=False, allow_null=True, source="campaign")

    def build_row_options(self) -> dict[str, Any]:
        """Return the keyword arguments of `services.build_options`."""
        values = self.validated_data
        campaign = values.get("campaign")
        return {
            "score_factor": SCALES.get(values.get("echelle_pmt")),
            "date_order": values.get("ordreDates"),
            "changes_confirmed": values["changes_confirmed"],
            "values_confirmed": values["values_confirmed"],
            "allows_placeless": values["allows_placeless"],
            "create_villages": values["create_villages"],
            "abroad": values.get("abroad"),
            "repeated": values.get("repeated"),
            "identical": values.get("identical"),
            "project": values.get("project"),
            "campaign": campaign.id if campaign else None,
        }


class ImportBody(RowOptionsSerializer):
    """Validate an upload (multipart/form-data): the file and the options of its import.

    `codesManquants`: households without a code get one (`attribuer`) or, as without an answer, are left out.
    """

    file = UploadField()
    mode = serializers.ChoiceField(["create", "update", "replace"], default="create")
    codesManquants = serializers.ChoiceField(CODELESS_CHOICES, required=False, source="codeless")
    feuille = serializers.CharField(required=False, allow_blank=True, max_length=200, trim_whitespace=False)
    correspondances = ColumnMappingField(required=False)

    def build_options(self) -> dict[str, Any]:
        """Return the keyword arguments of `services.build_options`, with those about the file."""
        values = self.validated_data
        return self.build_row_options() | {
            "mode": values["mode"],
            "codeless": values.get("codeless"),
            "mapping": values.get("correspondances"),
            "sheet": values.get("feuille") or None,
        }


class ImportReportBody(ImportBody):
    """Validate an upload whose report is wanted; `aCorriger`: of the rows only those to correct, to be sent again."""

    aCorriger = serializers.BooleanField(default=False)


class FileColumnResponse(serializers.Serializer):
    """Describe a column of the file: its field (null: left aside), how that was found, and its first values."""

    entete = serializers.CharField()
    champ = serializers.CharField(allow_null=True)
    origine = serializers.ChoiceField(["exacte", "libelle", "memoire", "manuelle"], allow_null=True)
    exemples = serializers.ListField(child=serializers.CharField())


class AnswerChoice(serializers.Serializer):
    valeur = serializers.CharField()
    libelle = serializers.CharField()


class IssueValueResponse(serializers.Serializer):
    """Describe a value that was written in some of the lines of a kind of issue."""

    valeur = serializers.CharField(allow_null=True)
    message = serializers.CharField()
    nombre = serializers.IntegerField()
    lignes = serializers.ListField(child=serializers.IntegerField())


class IssueKindResponse(CamelSerializer):
    """Describe one kind of issue in all its lines: how many there are, and the first of them.

    Where several values were written, `valeurs` has the most frequent of `nombreValeurs`. If `champ` is set, the import
    waits for a value of the form field with that name, one of `choix` if there are any.
    """

    gravite = serializers.CharField(help_text="erreur, avertissement")
    code = serializers.CharField()
    colonne = serializers.CharField(allow_null=True)
    champ = serializers.CharField(allow_null=True)
    choix = AnswerChoice(many=True)
    message = serializers.CharField()
    nombre = serializers.IntegerField()
    lignes = serializers.ListField(child=serializers.IntegerField())
    nombre_valeurs = serializers.IntegerField()
    valeurs = IssueValueResponse(many=True)


class ImportResponse(serializers.Serializer):
    """Describe the result of an import.

    `updated` counts the known households to which the file was applied; `unchanged` of them already had its values.
    `skipped` counts the rows left out: `known` of them because the household is known (mode create), the others because
    they have errors.
    """

    total = serializers.IntegerField()
    imported = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    known = serializers.IntegerField()
    skipped = serializers.IntegerField()
    errors: Any = serializers.ListField(child=serializers.CharField())
    problemes = IssueKindResponse(many=True)
    colonnes = FileColumnResponse(many=True)


class IssueResponse(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class ValidationStats(serializers.Serializer):
    """Count a file. `total_connus` are the rows of registered households without errors, `connus_en_erreur` with.

    `connus_modifies` are those that an update would change, the other `total_connus` stay as they are; null in other modes.
    """

    total_menages = serializers.IntegerField()
    total_lignes = serializers.IntegerField()
    total_connus = serializers.IntegerField()
    connus_en_erreur = serializers.IntegerField()
    connus_modifies = serializers.IntegerField(allow_null=True)


class ValidationSummary(serializers.Serializer):
    total_erreurs = serializers.IntegerField()
    total_avertissements = serializers.IntegerField()


class SheetResponse(CamelSerializer):
    """Describe the sheet of a workbook that was read, the visible ones that were not, and the hidden ones."""

    lue = serializers.CharField()
    non_lues = serializers.ListField(child=serializers.CharField())
    masquees = serializers.ListField(child=serializers.CharField())


class KnownLineResponse(serializers.Serializer):
    """Describe a line of a registered household; `modifie`: an update would change it, null in other modes."""

    ligne = serializers.IntegerField()
    code = serializers.CharField()
    modifie = serializers.BooleanField(allow_null=True)


class ValidationResponse(serializers.Serializer):
    """Describe the result of a validation: errors and warnings, the same issues by kind, and the columns.

    `connus` are the first lines of households that are registered already.
    """

    valid = serializers.BooleanField()
    stats = ValidationStats()
    feuille = SheetResponse(allow_null=True)
    summary = ValidationSummary()
    erreurs = IssueResponse(many=True)
    avertissements = IssueResponse(many=True)
    problemes = IssueKindResponse(many=True)
    colonnes = FileColumnResponse(many=True)
    connus = KnownLineResponse(many=True)


class TemplateResponse(serializers.Serializer):
    """Describe the template: columns, an example row, and of each column a short name and what it contains."""

    headers = serializers.ListField(child=serializers.CharField())
    example = serializers.ListField(child=serializers.CharField())
    labels = serializers.DictField(child=serializers.CharField())
    description = serializers.DictField(child=serializers.CharField())
