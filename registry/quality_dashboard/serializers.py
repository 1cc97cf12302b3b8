"""Define the requests and responses of the quality endpoints."""

from typing import Any

from rest_framework import serializers

from config.api.fields import build_query_serializer
from registry.households.models import Household
from registry.quality.api import describe_quality_problems
from registry.quality_dashboard.rules import SHARE_FIELDS

QualityAnalysisParams = build_query_serializer(
    "AnalysisParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class QualityProblem(serializers.Serializer):
    code = serializers.CharField()
    gravite = serializers.ChoiceField(choices=["haute", "moyenne", "faible"])
    champ = serializers.CharField()
    message = serializers.CharField()


class QualityRuleResponse(QualityProblem):
    poids = serializers.IntegerField()


class HouseholdQualityResponse(serializers.Serializer):
    """Describe a household after its quality analysis."""

    menageId = serializers.UUIDField()
    codeMenage = serializers.CharField()
    scoreQualite = serializers.DecimalField(max_digits=5, decimal_places=2, allow_null=True)
    problemesQualite = QualityProblem(many=True)
    dateAnalyseQualite = serializers.DateTimeField(allow_null=True)


def build_quality_response(household: Household) -> dict[str, Any]:
    """Build the response to the quality analysis of one household."""
    return {
        "menageId": household.id,
        "codeMenage": household.code_menage,
        "scoreQualite": household.score_qualite,
        "problemesQualite": describe_quality_problems(household.problemes_qualite),
        "dateAnalyseQualite": household.date_analyse_qualite,
    }


class QualityAnalysisResponse(serializers.Serializer):
    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    modifies = serializers.IntegerField()
    qualiteMoyenne = serializers.FloatField(allow_null=True)


class QualityGroupResponse(serializers.Serializer):
    """Describe the counts of one group.

    `taux` holds the same counts in percent. `indiceWhipple` is 100 when ages do not heap on 0 and 5, and 500 when all
    do.
    """

    id = serializers.UUIDField(required=False, allow_null=True)
    nom = serializers.CharField(required=False, allow_null=True)
    total = serializers.IntegerField()
    qualiteMoyenne = serializers.DecimalField(max_digits=5, decimal_places=1, allow_null=True)
    sansGps = serializers.IntegerField()
    gpsImprecis = serializers.IntegerField()
    horsSecteur = serializers.IntegerField()
    entretiensTropProches = serializers.IntegerField()
    deplacementsImpossibles = serializers.IntegerField()
    positionsPartagees = serializers.IntegerField()
    taux = serializers.DictField(child=serializers.FloatField(), help_text=", ".join(SHARE_FIELDS))
    agesConnus = serializers.IntegerField()
    agesRonds = serializers.IntegerField()
    indiceWhipple = serializers.FloatField(allow_null=True)


class QualityRuleCount(QualityProblem):
    total = serializers.IntegerField()


class QualityDashboardResponse(serializers.Serializer):
    """Describe the quality dashboard.

    Groups are sorted by suspicion, highest first. `calculeLe` is the time of the counts.
    """

    calculeLe = serializers.DateTimeField()
    total = QualityGroupResponse()
    parRegion = QualityGroupResponse(many=True)
    parCampagne = QualityGroupResponse(many=True)
    parEnqueteur = QualityGroupResponse(many=True)
    parRegle = QualityRuleCount(many=True)
