"""Define requests and responses of scoring."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer
from registry.households.api import MassResult
from registry.households.mass.serializers import MassResponse
from registry.households.models import Categorie
from registry.scoring.types import FullScoring


class ExplanationParams(serializers.Serializer):
    """Validate the query of an explanation.

    `methode` selects another version than that of the last scoring; drafts are allowed.
    """

    methode = serializers.UUIDField(required=False)


def build_score_field() -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=5, decimal_places=2, allow_null=True)


class ScoreResponse(CamelSerializer):
    """Describe the result of scoring one household. `motif` says why there is no score."""

    menage_id = serializers.UUIDField()
    code_menage = serializers.CharField()
    old_score = build_score_field()
    new_score = build_score_field()
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligible_programme = serializers.BooleanField()
    methode_id = serializers.UUIDField(allow_null=True)
    motif = serializers.CharField(allow_null=True)


class ScoreAllResponse(MassResponse):
    """Describe the result of scoring all households.

    `erreurs` lists the first households without a fresh score; `modifies` counts the rows which changed.
    """

    modifies = serializers.IntegerField()


class MethodVersionResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    version = serializers.IntegerField()


class ExplainedTermResponse(CamelSerializer):
    """Describe a term of the method, the household's value of its variable, and its contribution."""

    variable = serializers.CharField()
    libelle = serializers.CharField()
    operateur = serializers.CharField()
    valeur = serializers.JSONField(allow_null=True)
    poids = serializers.FloatField()
    si_absent = serializers.FloatField(required=False)
    valeur_menage = serializers.JSONField(allow_null=True)
    contribution = serializers.FloatField(allow_null=True)


class ExplanationResponse(CamelSerializer):
    """Describe how a score is computed.

    `somme` is the intercept plus the contributions; the transformation maps it to the score. `aJour` is true when the
    stored score is this one, by this method.
    """

    menage_id = serializers.UUIDField()
    code_menage = serializers.CharField()
    methode = MethodVersionResponse()
    intercept = serializers.FloatField()
    termes = ExplainedTermResponse(many=True)
    somme = serializers.FloatField(allow_null=True)
    transformation = serializers.JSONField()
    score = build_score_field()
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligible_programme = serializers.BooleanField()
    manque = serializers.ListField(child=serializers.CharField())
    motif = serializers.CharField(allow_null=True)
    score_enregistre = build_score_field()
    ancien_score = build_score_field()
    date_calcul = serializers.DateTimeField(allow_null=True)
    a_jour = serializers.BooleanField()


def describe_batch(result: MassResult) -> str:
    """Describe the result of scoring a batch, in one sentence."""
    return _("%(done)d scores recalculés, %(failed)d échecs.") % {
        "done": result.reussis,
        "failed": result.echoues,
    }


def describe_full_run(result: FullScoring) -> str:
    """Describe the result of scoring all households, in one sentence."""
    return _("%(done)d ménages ont un score, %(failed)d n'en ont pas ; %(changed)d ont changé.") % {
        "done": result.reussis,
        "failed": result.echoues,
        "changed": result.modifies,
    }
