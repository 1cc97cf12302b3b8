"""Serialize evaluations and simulations in format B."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import IdsField, StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.areas.models import Region, Sector
from registry.households.models import Categorie, Statut
from transfers.eligibility.conditions.definition import MAX_RULES, EligibilityRule, RuleDefinition
from transfers.eligibility.conditions.explanation import describe_field
from transfers.eligibility.models import Logique, RuleSet
from transfers.eligibility.serializers import ConditionBody
from transfers.programmes.models import Programme

MAX_PREVIEW: Final = 100
DEFAULT_PREVIEW: Final = 20
# What the answer shows of the household that was evaluated.
SHOWN_COLUMNS: Final = ("id", "code_menage", "score_pmt", "categorie_pauvrete")


class HouseholdEvaluationBody(ClosedSerializer, CamelSerializer):
    """Validate by what a household is evaluated: a rule set, or all that decides for a programme."""

    rule_set_id = VisibleIriField("eligibility/rulesets", RuleSet, source="rule_set", required=False, allow_null=True)
    programme_id = VisibleIriField("programmes", Programme, source="programme", required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs.get("rule_set") is None) == (attrs.get("programme") is None):
            raise serializers.ValidationError({"ruleSetId": [_("Indiquez ruleSetId ou programmeId.")]})
        return attrs


class BatchFilters(ClosedSerializer, CamelSerializer):
    region = VisibleIriField("regions", Region, required=False, allow_null=True)
    secteur = VisibleIriField("secteurs", Sector, required=False, allow_null=True)
    statut = serializers.ChoiceField(choices=Statut.choices, required=False, allow_null=True, allow_blank=True)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the conditions on households: areas by id."""
        sent = super().to_internal_value(data)
        areas = {f"{name}_id": sent[name].id for name in ("region", "secteur") if sent.get(name)}
        return areas | ({"statut": sent["statut"]} if sent.get("statut") else {})


class EvaluationBatchBody(ClosedSerializer, CamelSerializer):
    rule_set_id = VisibleIriField("eligibility/rulesets", RuleSet, source="rule_set")
    filters = BatchFilters(required=False, allow_null=True)
    update_eligibility = serializers.BooleanField(required=False, default=False)


class SimulationBody(ClosedSerializer, CamelSerializer):
    """Validate rules that are not stored. Without `menageIds`, all households that the caller sees are evaluated."""

    rules = serializers.ListField(child=ConditionBody(), min_length=1, max_length=MAX_RULES)
    logique = serializers.ChoiceField(choices=Logique.choices, required=False, default=Logique.AND)
    menage_ids = IdsField(required=False, allow_empty=True, default=list)
    limit = StrictIntegerField(min_value=1, max_value=MAX_PREVIEW, required=False, default=DEFAULT_PREVIEW)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs | {"definition": build_definition(attrs["logique"], attrs["rules"])}


def build_definition(logic: str, sent: list[dict[str, Any]]) -> RuleDefinition:
    """Return the definition of rules that are not stored, from validated bodies; the label of its field names a rule."""
    return RuleDefinition(
        logic,
        tuple(
            EligibilityRule(
                name=rule.get("nom") or describe_field(rule["condition"]),
                condition=rule["condition"],
                is_active=rule["actif"],
                is_required=rule["obligatoire"],
                group=rule.get("groupe"),
            )
            for rule in sent
        ),
    )


class EvaluatedHouseholdResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField(source="code_menage")
    score_pmt = serializers.FloatField(allow_null=True)
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)


class VerdictResponse(CamelSerializer):
    """Describe how the household fares under one rule; `explication` says it in words."""

    regle = serializers.CharField()
    valide = serializers.BooleanField()
    valeur_attendue = serializers.JSONField(allow_null=True)
    valeur_reelle = serializers.JSONField(allow_null=True)
    champ = serializers.CharField(allow_null=True)
    operateur = serializers.CharField(allow_null=True)
    obligatoire = serializers.BooleanField()
    origine = serializers.CharField()
    explication = serializers.CharField()


class EvaluationFigures(CamelSerializer):
    eligible = serializers.BooleanField()
    score = serializers.FloatField()
    regles_evaluees = serializers.IntegerField()
    regles_validees = serializers.IntegerField()
    regles_echouees = serializers.IntegerField()
    details = VerdictResponse(many=True)


class HouseholdEvaluationResponse(CamelSerializer):
    menage = EvaluatedHouseholdResponse()
    evaluation = EvaluationFigures()


class RegionCountResponse(CamelSerializer):
    region = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    eligibles = serializers.IntegerField()


class CategoryCountResponse(CamelSerializer):
    categorie = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    total = serializers.IntegerField()
    eligibles = serializers.IntegerField()


class SectorCountResponse(CamelSerializer):
    """Count the households of a sector, by its id."""

    secteur = serializers.UUIDField(allow_null=True)
    total = serializers.IntegerField()
    eligibles = serializers.IntegerField()


class BatchResponse(CamelSerializer):
    """Describe a batch; `modifies` is null when nothing was to be written, `duree` is in seconds."""

    total = serializers.IntegerField()
    eligible = serializers.IntegerField()
    non_eligible = serializers.IntegerField()
    taux_eligibilite = serializers.FloatField(allow_null=True)
    par_region = RegionCountResponse(many=True)
    par_categorie = CategoryCountResponse(many=True)
    par_secteur = SectorCountResponse(many=True)
    version = serializers.IntegerField()
    modifies = serializers.IntegerField(allow_null=True)
    duree = serializers.FloatField()


class PassedRuleResponse(CamelSerializer):
    regle = serializers.CharField()
    valides = serializers.IntegerField()


class SimulatedHouseholdResponse(CamelSerializer):
    menage_id = serializers.UUIDField()
    code = serializers.CharField()
    eligible = serializers.BooleanField()
    score = serializers.FloatField()


class SimulationResponse(CamelSerializer):
    """Describe a simulation: counts over all households that were evaluated, and the newest of them.

    `details` says of one household alone (`menageIds` with its id) how it fares under each rule.
    """

    total_evalues = serializers.IntegerField()
    eligibles = serializers.IntegerField()
    taux_eligibilite = serializers.FloatField(allow_null=True)
    par_region = RegionCountResponse(many=True)
    par_categorie = CategoryCountResponse(many=True)
    par_secteur = SectorCountResponse(many=True)
    par_regle = PassedRuleResponse(many=True)
    preview = SimulatedHouseholdResponse(many=True)
    details = VerdictResponse(many=True)
