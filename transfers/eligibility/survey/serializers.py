"""Validate surveys with consumption, and describe the errors that they show."""

from decimal import Decimal
from typing import Any, Final

import orjson
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.tables.messages import FILE_ERRORS
from registry.pmt.models import PmtMethod
from transfers.eligibility.conditions.catalogue import find_field
from transfers.eligibility.laboratory.serializers import MAX_CONTENT, MAX_CUTOFFS, MAX_DESIGNS, CutoffField, DesignBody
from transfers.eligibility.laboratory.types import Design
from transfers.eligibility.survey.rules import VARIABLES_BY_FIELD, name_column
from transfers.eligibility.survey.types import SurveyColumns, SurveyErrors, SurveyQuestion

MAX_TITLE: Final = 255
MAX_LIST: Final = 20_000
DEFAULT_CUTOFFS: Final = tuple(Decimal(place * 5) for place in range(1, 20))


class WordsField(serializers.CharField):
    """Validate texts with commas between them; a form has no lists."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_LIST, required=False, allow_blank=True, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        return [word.strip() for word in super().to_internal_value(data).split(",") if word.strip()]


class SurveyParams(serializers.Serializer):
    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class SurveyQuestionBody(CamelSerializer, ClosedSerializer):
    """Validate what is asked of a survey: the titles of its columns, and what is measured by it.

    `colonnes` says which column is which variable of a method or field of a rule, as
    `toit=logement.materiauToit,taille=tailleMenage`; the titles that are names of these need not be said. `scenarios` is
    the JSON of designs as the laboratory has them. `partPauvre`: the poorest percent of people are the poor.
    """

    consommation = serializers.CharField(max_length=MAX_TITLE)
    taille = serializers.CharField(max_length=MAX_TITLE)
    poids = serializers.CharField(max_length=MAX_TITLE, required=False, allow_blank=True)
    grappe = serializers.CharField(max_length=MAX_TITLE, required=False, allow_blank=True)
    colonnes = WordsField()
    methodes = WordsField()
    scenarios = serializers.CharField(max_length=MAX_CONTENT, required=False, allow_blank=True)
    seuils = WordsField()
    part_pauvre = serializers.FloatField(min_value=1, max_value=99, required=False, default=40)

    def validate_colonnes(self, sent: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for pair in sent:
            title, _equals, name = (part.strip() for part in pair.partition("="))
            variable = self._find_variable(name or title)
            if variable is None:
                raise serializers.ValidationError(_("« %(name)s » n'est pas une variable.") % {"name": name or title})
            if variable in found.values():
                raise serializers.ValidationError(_("« %(name)s » est nommée deux fois.") % {"name": variable})
            found[title] = variable
        return found

    def _find_variable(self, name: str) -> str | None:
        """Return the name under which a survey has a variable of methods, or a field of rules; None when there is none."""
        if name in VARIABLES_BY_FIELD.values():
            return name
        field = find_field(name)
        return None if field is None or field.counts_people else name_column(field.name)

    def validate_methodes(self, sent: list[str]) -> list[PmtMethod]:
        if len(sent) > MAX_DESIGNS:
            raise serializers.ValidationError(_("Au plus %(most)d méthodes.") % {"most": MAX_DESIGNS})
        ids = [serializers.UUIDField().run_validation(text) for text in dict.fromkeys(sent)]
        known = {row.id: row for row in PmtMethod.objects.filter(id__in=ids)}
        if len(known) < len(ids):
            raise serializers.ValidationError(_("Une des méthodes est introuvable."))
        return [known[one] for one in ids]

    def validate_scenarios(self, sent: str) -> list[Design]:
        if not sent.strip():
            return []
        try:
            found = orjson.loads(sent)
        except ValueError:
            raise serializers.ValidationError(_("Attendu : une liste de scénarios, en JSON.")) from None
        if isinstance(found, list) and len(found) > MAX_DESIGNS:
            raise serializers.ValidationError(_("Au plus %(most)d scénarios.") % {"most": MAX_DESIGNS})
        body = DesignBody(data=found, many=True, context=self.context)
        body.is_valid(raise_exception=True)
        if any(design.get("selection") for design in body.validated_data):
            raise serializers.ValidationError(
                _("Une enquête ne mesure pas de sélection : ses ménages sont un échantillon.")
            )
        return [design["design"] for design in body.validated_data]

    def validate_seuils(self, sent: list[str]) -> list[Decimal]:
        if len(sent) > MAX_CUTOFFS:
            raise serializers.ValidationError(_("Au plus %(most)d seuils.") % {"most": MAX_CUTOFFS})
        return sorted({CutoffField().run_validation(text) for text in sent}) or list(DEFAULT_CUTOFFS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.get("methodes") and not attrs.get("scenarios"):
            raise serializers.ValidationError({"methodes": [_("Nommez au moins une méthode, ou un scénario.")]})
        columns = SurveyColumns(
            attrs["consommation"],
            attrs["taille"],
            attrs.get("poids") or None,
            attrs.get("grappe") or None,
            attrs.get("colonnes", {}),
        )
        question = SurveyQuestion(
            columns,
            attrs.get("methodes", []),
            attrs.get("scenarios", []),
            attrs.get("seuils") or list(DEFAULT_CUTOFFS),
            attrs["part_pauvre"],
        )
        return attrs | {"question": question}


class SurveyBody(SurveyQuestionBody):
    """Validate a survey with its file."""

    file = serializers.FileField(
        error_messages={"required": _("Joignez le fichier de l'enquête."), "empty": FILE_ERRORS["vide"]}
    )


def parse_question(sent: dict[str, str]) -> SurveyQuestion:
    """Return what was asked of a survey before, as the texts of its form say it. Raises VALIDATION_ERROR."""
    body = SurveyQuestionBody(data=sent)
    body.is_valid(raise_exception=True)
    question: SurveyQuestion = body.validated_data["question"]
    return question


def describe_errors(found: SurveyErrors) -> dict[str, Any]:
    """Return the errors as the API shows them."""
    return dict(SurveyErrorsResponse(found).data)


class ErrorShareResponse(CamelSerializer):
    """Describe a share of people in percent, with its interval of 95 percent."""

    valeur = serializers.FloatField()
    bas = serializers.FloatField()
    haut = serializers.FloatField()


class CutoffErrorsResponse(CamelSerializer):
    """Describe a cut-off: of the poor, who is missed; of the chosen, who is not poor; of all, who is chosen."""

    seuil = serializers.FloatField(allow_null=True)
    erreur_exclusion = ErrorShareResponse(allow_null=True)
    erreur_inclusion = ErrorShareResponse(allow_null=True)
    part_choisie = ErrorShareResponse(allow_null=True)


class MethodErrorsResponse(CamelSerializer):
    """Describe a method: `sansScore` households lack a value, `absentes` are variables that the survey has not."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    sans_score = serializers.IntegerField()
    absentes = serializers.ListField(child=serializers.CharField())
    courbe = CutoffErrorsResponse(many=True)


class DesignErrorsResponse(CamelSerializer):
    """Describe a design: `ensemble` with its own cut-off, `courbe` with others where there is a score.

    `absentes` are fields and variables that the survey has not: rules about them are left out, and `ensemble` is null when
    nothing is left.
    """

    nom = serializers.CharField()
    sans_score = serializers.IntegerField()
    absentes = serializers.ListField(child=serializers.CharField())
    ensemble = CutoffErrorsResponse(allow_null=True)
    courbe = CutoffErrorsResponse(many=True)


class SurveyErrorsResponse(CamelSerializer):
    """Describe what a survey shows; `seuilConsommation` is the consumption per head up to which people are poor."""

    lignes = serializers.IntegerField()
    menages = serializers.IntegerField()
    seuil_consommation = serializers.FloatField()
    methodes = MethodErrorsResponse(many=True)
    scenarios = DesignErrorsResponse(many=True)
