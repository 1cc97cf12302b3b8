"""Define requests and responses of scoring."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from registry.households.mass.serializers import MassResponse
from registry.households.models import Categorie


class ExplanationParams(serializers.Serializer):
    """Validate the query of an explanation.

    `methode` selects another version than that of the last scoring; drafts are allowed.
    """

    methode = serializers.UUIDField(required=False)


def build_score_field() -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=5, decimal_places=2, allow_null=True)


class ScoreResponse(serializers.Serializer):
    """Describe the result of scoring one household. `motif` says why there is no score."""

    menageId = serializers.UUIDField()
    codeMenage = serializers.CharField()
    oldScore = build_score_field()
    newScore = build_score_field()
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()
    methodeId = serializers.UUIDField(allow_null=True)
    motif = serializers.CharField(allow_null=True)


class ScoreAllResponse(MassResponse):
    """Describe the result of scoring all households.

    `erreurs` lists the first households without a fresh score; `modifies` counts the rows which changed.
    """

    modifies = serializers.IntegerField()


class MethodVersionResponse(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    version = serializers.IntegerField()


class ExplainedTermResponse(serializers.Serializer):
    """Describe a term of the method, the household's value of its variable, and its contribution."""

    variable = serializers.CharField()
    libelle = serializers.CharField()
    operateur = serializers.CharField()
    valeur = serializers.JSONField(allow_null=True)
    poids = serializers.FloatField()
    siAbsent = serializers.FloatField(required=False)
    valeurMenage = serializers.JSONField(allow_null=True)
    contribution = serializers.FloatField(allow_null=True)


class ExplanationResponse(serializers.Serializer):
    """Describe how a score is computed.

    `somme` is the intercept plus the contributions; the transformation maps it to the score. `aJour` is true when the
    stored score is this one, by this method.
    """

    menageId = serializers.UUIDField()
    codeMenage = serializers.CharField()
    methode = MethodVersionResponse()
    intercept = serializers.FloatField()
    termes = ExplainedTermResponse(many=True)
    somme = serializers.FloatField(allow_null=True)
    transformation = serializers.JSONField()
    score = build_score_field()
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()
    manque = serializers.ListField(child=serializers.CharField())
    motif = serializers.CharField(allow_null=True)
    scoreEnregistre = build_score_field()
    ancienScore = build_score_field()
    dateCalcul = serializers.DateTimeField(allow_null=True)
    aJour = serializers.BooleanField()


def describe_batch(result: dict[str, Any]) -> str:
    """Describe the result of scoring a batch, in one sentence."""
    return _("%(done)d scores recalculés, %(failed)d échecs.") % {
        "done": result["reussis"],
        "failed": result["echoues"],
    }


def describe_full_run(result: dict[str, Any]) -> str:
    """Describe the result of scoring all households, in one sentence."""
    return _("%(done)d ménages ont un score, %(failed)d n'en ont pas ; %(changed)d ont changé.") % {
        "done": result["reussis"],
        "failed": result["echoues"],
        "changed": result["modifies"],
    }
