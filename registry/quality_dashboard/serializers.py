"""Define the requests and responses of the quality endpoints."""

from typing import Any, Final

from rest_framework import serializers

from config.api.fields import build_query_serializer
from config.api.serializers import CamelSerializer, serialize_row
from config.filters.fields import UuidListField
from config.naming import to_camel_case
from registry.households.models import Household
from registry.quality.api import describe_quality_problems
from registry.quality_dashboard.rules import SHARE_FIELDS
from registry.quality_dashboard.types import QualityDashboard, QualityFigures, QualityGroup

MOST_INTERVIEWS: Final = 100  # as many households as a list has

QualityAnalysisParams = build_query_serializer(
    "AnalysisParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class QualityProblem(CamelSerializer):
    code = serializers.CharField()
    gravite = serializers.ChoiceField(choices=["haute", "moyenne", "faible"])
    champ = serializers.CharField()
    message = serializers.CharField()


class QualityRuleResponse(QualityProblem):
    poids = serializers.IntegerField()


class HouseholdQualityResponse(CamelSerializer):
    """Describe a household after its quality analysis."""

    menage_id = serializers.UUIDField()
    code_menage = serializers.CharField()
    score_qualite = serializers.DecimalField(max_digits=5, decimal_places=2, allow_null=True)
    problemes_qualite = QualityProblem(many=True)
    date_analyse_qualite = serializers.DateTimeField(allow_null=True)


def build_quality_response(household: Household) -> dict[str, Any]:
    """Build the response to the quality analysis of one household."""
    return {
        "menageId": household.id,
        "codeMenage": household.code_menage,
        "scoreQualite": household.score_qualite,
        "problemesQualite": describe_quality_problems(household.problemes_qualite),
        "dateAnalyseQualite": household.date_analyse_qualite,
    }


class QualityAnalysisResponse(CamelSerializer):
    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    modifies = serializers.IntegerField()
    qualite_moyenne = serializers.FloatField(allow_null=True)


class QualityGroupResponse(CamelSerializer):
    """Describe the counts of one group.

    `taux` holds the same counts in percent. `indiceWhipple` is 100 when ages do not heap on 0 and 5, and 500 when all
    do. `indiceSuspicion` is by what groups are sorted: the shares that the counts assure, in percent, together.
    """

    id = serializers.UUIDField(required=False, allow_null=True)
    nom = serializers.CharField(required=False, allow_null=True)
    total = serializers.IntegerField()
    qualite_moyenne = serializers.DecimalField(max_digits=5, decimal_places=1, allow_null=True)
    sans_gps = serializers.IntegerField()
    gps_imprecis = serializers.IntegerField()
    hors_secteur = serializers.IntegerField()
    entretiens_trop_proches = serializers.IntegerField()
    deplacements_impossibles = serializers.IntegerField()
    positions_partagees = serializers.IntegerField()
    taux = serializers.DictField(child=serializers.FloatField(), help_text=", ".join(map(to_camel_case, SHARE_FIELDS)))
    ages_connus = serializers.IntegerField()
    ages_ronds = serializers.IntegerField()
    indice_whipple = serializers.FloatField(allow_null=True)
    indice_suspicion = serializers.FloatField()


class InterviewParams(serializers.Serializer):
    ids = UuidListField(required=True, max_length=MOST_INTERVIEWS * 37)


class InterviewResponse(CamelSerializer):
    """Describe an interview beside the surveyor's one before; that household has no code for who does not see it."""

    menage_id = serializers.UUIDField()
    date_collecte = serializers.DateTimeField(allow_null=True)
    minutes = serializers.FloatField(allow_null=True)
    metres = serializers.FloatField(allow_null=True)
    precedent_date = serializers.DateTimeField(allow_null=True)
    precedent_id = serializers.UUIDField(allow_null=True)
    precedent_code = serializers.CharField(allow_null=True)


class QualityRuleCount(QualityProblem):
    total = serializers.IntegerField()


class QualityDashboardResponse(CamelSerializer):
    """Describe the quality dashboard.

    Groups are sorted by suspicion, highest first. `calculeLe` is the time of the counts. `aRevoir` counts the households
    that break any rule; it is null until the counts of an earlier version are computed anew.
    """

    calcule_le = serializers.DateTimeField()
    total = QualityGroupResponse()
    a_revoir = serializers.IntegerField(allow_null=True)
    par_region = QualityGroupResponse(many=True)
    par_campagne = QualityGroupResponse(many=True)
    par_enqueteur = QualityGroupResponse(many=True)
    par_regle = QualityRuleCount(many=True)


def _serialize_figures(figures: QualityFigures) -> dict[str, Any]:
    shares = {to_camel_case(name): share for name, share in figures.taux.items()}
    return serialize_row(figures) | {"taux": shares}


def _serialize_groups(groups: list[QualityGroup]) -> list[dict[str, Any]]:
    return [{"id": group.id, "nom": group.nom} | _serialize_figures(group.figures) for group in groups]


def build_dashboard_response(dashboard: QualityDashboard) -> dict[str, Any]:
    """Build the response of the dashboard; rules of earlier versions are left out."""
    counts = {row.code: row.n for row in dashboard.par_regle}
    return {
        "calculeLe": dashboard.calcule_le,
        "total": _serialize_figures(dashboard.total),
        "aRevoir": dashboard.a_revoir,
        "parRegion": _serialize_groups(dashboard.par_region),
        "parCampagne": _serialize_groups(dashboard.par_campagne),
        "parEnqueteur": _serialize_groups(dashboard.par_enqueteur),
        "parRegle": [rule | {"total": counts[rule["code"]]} for rule in describe_quality_problems(counts)],
    }
