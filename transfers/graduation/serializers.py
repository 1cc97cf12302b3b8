"""Serialize graduations, candidates and figures in format B."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from transfers.beneficiaries.models import Beneficiary
from transfers.beneficiaries.serializers import BeneficiaryReference
from transfers.graduation.criteria.models import CriterionOperator, CriterionType
from transfers.graduation.models import Graduation, GraduationStatus, GraduationType, Recommendation
from transfers.graduation.rules import MAX_FOLLOW_UP_MONTHS
from transfers.graduation.types import Decision, StatedEvaluation, StatedResult

MAX_TEXT: Final = 10_000
MAX_RESULTS: Final = 100


def build_text_field() -> serializers.CharField:
    return serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)


class GraduationBody(ClosedSerializer, CamelSerializer):
    beneficiaire = VisibleIriField("beneficiaires", Beneficiary)
    motif = build_text_field()
    commentaire = build_text_field()


class CriterionResultBody(ClosedSerializer, CamelSerializer):
    """Validate what an evaluator found of one criterion (its id)."""

    critere = serializers.UUIDField()
    valide = serializers.BooleanField()
    valeur = serializers.DecimalField(max_digits=14, decimal_places=2, required=False, allow_null=True)


class EvaluationContentBody(ClosedSerializer, CamelSerializer):
    """Validate an evaluation. Without `scoreGlobal` and `recommandation`, the results say both."""

    criteres_valides = serializers.ListField(child=CriterionResultBody(), allow_empty=False, max_length=MAX_RESULTS)
    score_global = serializers.DecimalField(
        max_digits=5, decimal_places=2, min_value=0, max_value=100, required=False, allow_null=True
    )
    recommandation = serializers.ChoiceField(choices=Recommendation.choices, required=False, allow_null=True)
    commentaire = build_text_field()


class EvaluationBody(ClosedSerializer, CamelSerializer):
    evaluation = EvaluationContentBody()


def read_evaluation(sent: dict[str, Any]) -> StatedEvaluation:
    """Return the evaluation of a validated body."""
    content = sent["evaluation"]
    return StatedEvaluation(
        resultats=[
            StatedResult(row["critere"], row["valide"], row.get("valeur")) for row in content["criteres_valides"]
        ],
        score_global=content.get("score_global"),
        recommandation=content.get("recommandation"),
        commentaire=content.get("commentaire"),
    )


class GraduationDecisionBody(ClosedSerializer, CamelSerializer):
    """Validate a decision. `dureePostSuiviMois` orders visits, every `intervalleVisitesMois` months and at the end."""

    approuver = serializers.BooleanField()
    commentaire = build_text_field()
    duree_post_suivi_mois = StrictIntegerField(
        min_value=1, max_value=MAX_FOLLOW_UP_MONTHS, required=False, allow_null=True
    )
    intervalle_visites_mois = StrictIntegerField(
        min_value=1, max_value=MAX_FOLLOW_UP_MONTHS, required=False, allow_null=True
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("duree_post_suivi_mois") is None and attrs.get("intervalle_visites_mois") is not None:
            raise serializers.ValidationError({"intervalleVisitesMois": [_("Indiquez aussi la durée du suivi.")]})
        if not attrs["approuver"] and attrs.get("duree_post_suivi_mois") is not None:
            raise serializers.ValidationError({"dureePostSuiviMois": [_("Seule une graduation approuvée est suivie.")]})
        return attrs


def read_decision(sent: dict[str, Any]) -> Decision:
    """Return the decision of a validated body."""
    return Decision(
        approuver=sent["approuver"],
        commentaire=sent.get("commentaire"),
        duree_suivi_mois=sent.get("duree_post_suivi_mois"),
        intervalle_mois=sent.get("intervalle_visites_mois"),
    )


class CancellationBody(ClosedSerializer, CamelSerializer):
    motif = serializers.CharField(max_length=MAX_TEXT)


class GraduationStatusResponse(CamelSerializer):
    id = serializers.UUIDField()
    statut = serializers.ChoiceField(choices=GraduationStatus.choices)


class ProposalResponse(GraduationStatusResponse):
    date_proposition = serializers.DateField()


class EvaluatedResponse(GraduationStatusResponse):
    date_evaluation = serializers.DateField()


class AffectedCycleResponse(CamelSerializer):
    """Describe a list with graduated people: an approved one pays them or not, any other is to be calculated anew."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    statut_validation = serializers.CharField()
    nombre = serializers.IntegerField()
    effet = serializers.ChoiceField(choices=["recalculer", "paye", "non_paye"])


class DecidedGraduationResponse(GraduationStatusResponse):
    date_decision = serializers.DateField(allow_null=True)
    date_effective = serializers.DateField(allow_null=True)
    fin_post_suivi = serializers.DateField(allow_null=True)
    cycles = AffectedCycleResponse(many=True, required=False)


class GraduationPerson(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class GraduatedBeneficiary(CamelSerializer):
    id = serializers.UUIDField(source="beneficiaire_id")
    nom_complet = serializers.CharField(source="beneficiaire.nom_complet")
    code_menage = serializers.CharField(source="menage.code_menage")


class EvaluationSummary(CamelSerializer):
    """Describe what the evaluation found: how many criteria are met, of how many, and the score in percent."""

    criteres_valides = serializers.IntegerField()
    criteres_total = serializers.IntegerField()
    score_global = serializers.FloatField()


class GraduationResponse(GraduationStatusResponse):
    beneficiaire = GraduatedBeneficiary(source="*")
    programme = ReferenceSerializer(source="beneficiaire.programme")
    type_graduation = serializers.ChoiceField(choices=GraduationType.choices, allow_null=True)
    motif = serializers.CharField(allow_null=True)
    commentaire = serializers.CharField(allow_null=True)
    commentaire_evaluation = serializers.CharField(allow_null=True)
    commentaire_decision = serializers.CharField(allow_null=True)
    motif_annulation = serializers.CharField(allow_null=True)
    recommandation = serializers.ChoiceField(choices=Recommendation.choices, allow_null=True)
    score_pmt_final = serializers.FloatField(allow_null=True)
    date_proposition = serializers.DateField()
    date_evaluation = serializers.DateField(allow_null=True)
    date_decision = serializers.DateField(allow_null=True)
    date_effective = serializers.DateField(allow_null=True)
    date_annulation = serializers.DateField(allow_null=True)
    suivi_post_graduation_actif = serializers.BooleanField()
    duree_post_suivi_mois = serializers.IntegerField(allow_null=True)
    fin_post_suivi = serializers.DateField(allow_null=True)
    donnees_evaluation = serializers.SerializerMethodField()
    propose_par = GraduationPerson(allow_null=True)
    evalue_par = GraduationPerson(allow_null=True)
    decide_par = GraduationPerson(allow_null=True)
    annule_par = GraduationPerson(allow_null=True)
    created_at = serializers.DateTimeField()

    @extend_schema_field(EvaluationSummary(allow_null=True))
    def get_donnees_evaluation(self, row: Graduation) -> dict[str, Any] | None:
        return None if row.score_global is None else EvaluationSummary(row).data


class SuitabilityResponse(CamelSerializer):
    score = serializers.FloatField()
    criteres_remplis = serializers.IntegerField()
    criteres_total = serializers.IntegerField()
    recommandation = serializers.ChoiceField(choices=Recommendation.choices)


class CandidateResponse(CamelSerializer):
    beneficiaire = BeneficiaryReference()
    eligibilite = SuitabilityResponse()


class ComparedCriterionResponse(CamelSerializer):
    """Describe a criterion: `valeur` as stated, `valeurCalculee` as the rows of the registry said, null for neither."""

    critere = serializers.UUIDField(allow_null=True)
    nom = serializers.CharField()
    type = serializers.ChoiceField(choices=CriterionType.choices)
    operateur = serializers.ChoiceField(choices=CriterionOperator.choices)
    valeur_seuil = serializers.FloatField()
    poids = serializers.IntegerField()
    obligatoire = serializers.BooleanField()
    valide = serializers.BooleanField()
    valeur = serializers.FloatField(allow_null=True)
    valeur_calculee = serializers.FloatField(allow_null=True)


class MonthCountResponse(CamelSerializer):
    mois = serializers.CharField()
    count = serializers.IntegerField()


class ProcessingTimeResponse(CamelSerializer):
    proposition_a_decision = serializers.FloatField(allow_null=True)
    unite = serializers.CharField()


class GraduationFiguresResponse(CamelSerializer):
    total_beneficiaires = serializers.IntegerField()
    total_graduations = serializers.IntegerField()
    graduations_par_statut = serializers.DictField(child=serializers.IntegerField())
    taux_graduation = serializers.FloatField(allow_null=True)
    graduations_par_mois = MonthCountResponse(many=True)
    temps_traitement_moyen = ProcessingTimeResponse()
