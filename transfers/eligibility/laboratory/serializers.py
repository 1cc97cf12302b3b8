"""Serialize designs of targeting and what comes of them in format B."""

import json
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelModelSerializer, CamelSerializer, ClosedSerializer
from registry.pmt.models import PmtMethod
from transfers.eligibility.conditions.definition import MAX_RULES
from transfers.eligibility.evaluation.serializers import BatchFilters, build_definition
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.laboratory.queries import LEVELS
from transfers.eligibility.laboratory.types import FIXED, SHARINGS, Design, Selection
from transfers.eligibility.models import Logique, RuleSet
from transfers.eligibility.queries import attach_own_rules, read_definition
from transfers.eligibility.serializers import MAX_TEXT, AuthorReference, ConditionBody

COUNTRY: Final = "pays"
MAX_DESIGNS: Final = 8
MAX_CUTOFFS: Final = 101
MAX_COUNT: Final = 10_000_000
# Above every amount and budget (XOF).
MAX_AMOUNT: Final = 10**14
MAX_CYCLES: Final = 366
# Characters of the JSON of a stored design.
MAX_CONTENT: Final = 200_000


class CutoffField(serializers.DecimalField):
    """Validate a cut-off of the score: 0 to 100, two decimals."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=5, decimal_places=2, min_value=Decimal(0), max_value=Decimal(100), **kwargs)


class SelectionBody(ClosedSerializer, CamelSerializer):
    """Choose the poorest of each area: `nombre` of them, and `reserve` more.

    With `repartition` other than `fixe`, `nombre` is shared out among the areas: by the people of their poor households
    (`population_pauvre`), or so that each has the same share of its eligible households (`besoin_egal`).
    """

    par = serializers.ChoiceField(choices=list(LEVELS))
    nombre = StrictIntegerField(min_value=1, max_value=MAX_COUNT)
    reserve = StrictIntegerField(min_value=0, max_value=MAX_COUNT, required=False, default=0)
    repartition = serializers.ChoiceField(choices=list(SHARINGS), required=False, default=FIXED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["par"] == COUNTRY and attrs["repartition"] != FIXED:
            raise serializers.ValidationError({"repartition": [_("Le pays entier n'a pas de zones à servir.")]})
        return attrs


class DesignBody(ClosedSerializer, CamelSerializer):
    """Validate a design: a stored rule set, rules, or neither; a method and a cut-off of its score; a selection."""

    nom = serializers.CharField(max_length=255)
    rule_set_id = VisibleIriField("eligibility/rulesets", RuleSet, source="rule_set", required=False, allow_null=True)
    rules = serializers.ListField(child=ConditionBody(), required=False, min_length=1, max_length=MAX_RULES)
    logique = serializers.ChoiceField(choices=Logique.choices, required=False, default=Logique.AND)
    methode_id = VisibleIriField("pmt/methodes", PmtMethod, source="methode", required=False, allow_null=True)
    seuil = CutoffField(required=False, allow_null=True)
    selection = SelectionBody(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        chosen, sent = attrs.get("rule_set"), attrs.get("rules")
        if chosen and sent:
            raise serializers.ValidationError({"rules": [_("Indiquez ruleSetId ou rules, pas les deux.")]})
        definition = build_definition(attrs["logique"], sent) if sent else None
        if chosen:
            definition = read_definition(attach_own_rules(chosen).current)
        limits = attrs.get("selection")
        return attrs | {
            "design": Design(
                name=attrs["nom"],
                rules=definition,
                method=attrs.get("methode"),
                cutoff=attrs.get("seuil"),
                selection=Selection(limits["par"], limits["nombre"], limits["reserve"], limits["repartition"])
                if limits
                else None,
            )
        }


class LaboratoryBody(ClosedSerializer, CamelSerializer):
    """Validate designs to compare, the amounts (XOF), and the cut-offs of the curves."""

    scenarios = serializers.ListField(child=DesignBody(), min_length=1, max_length=MAX_DESIGNS)
    seuils = serializers.ListField(child=CutoffField(), required=False, max_length=MAX_CUTOFFS, default=list)
    filters = BatchFilters(required=False, allow_null=True)
    montant_par_cycle = StrictIntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, default=0)
    cycles_par_an = StrictIntegerField(min_value=1, max_value=MAX_CYCLES, required=False, default=1)
    budget_annuel = StrictIntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, allow_null=True)

    def validate_scenarios(self, sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse two designs of one name: the overlaps name them."""
        if len({design["nom"] for design in sent}) < len(sent):
            raise serializers.ValidationError(_("Chaque scénario a un nom à lui."))
        return sent


class CostResponse(CamelSerializer):
    """Describe a cost in XOF; `partBudget` is percent of the year's budget."""

    par_cycle = serializers.IntegerField()
    par_an = serializers.IntegerField()
    part_budget = serializers.FloatField(allow_null=True)


class GroupShareResponse(CamelSerializer):
    groupe = serializers.CharField(allow_null=True)
    menages = serializers.IntegerField()
    retenus = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)


class SectorShareResponse(CamelSerializer):
    """Count the households of a sector, by its id."""

    secteur = serializers.UUIDField(allow_null=True)
    menages = serializers.IntegerField()
    retenus = serializers.IntegerField()


class AreaPlacesResponse(CamelSerializer):
    """Describe what a selection takes of an area: its `places`, who may have one, who does and who waits."""

    zone = serializers.UUIDField(allow_null=True)
    groupe = serializers.CharField(allow_null=True)
    places = serializers.IntegerField()
    candidats = serializers.IntegerField()
    retenus = serializers.IntegerField()
    reserve = serializers.IntegerField()


class CutoffPointResponse(CamelSerializer):
    seuil = serializers.FloatField()
    retenus = serializers.IntegerField()
    cout = CostResponse()


class DesignResponse(CamelSerializer):
    """Describe what comes of a design: `retenus` are households, `personnes` the people in them."""

    nom = serializers.CharField()
    retenus = serializers.IntegerField()
    reserve = serializers.IntegerField()
    personnes = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)
    cout = CostResponse()
    par_region = GroupShareResponse(many=True)
    par_milieu = GroupShareResponse(many=True)
    par_sexe_chef = GroupShareResponse(many=True)
    par_taille = GroupShareResponse(many=True)
    par_secteur = SectorShareResponse(many=True)
    par_zone = AreaPlacesResponse(many=True)
    courbe = CutoffPointResponse(many=True)


class OverlapResponse(CamelSerializer):
    """Describe two designs: from the first to the second, `entrants` enter and `sortants` leave."""

    de = serializers.CharField()
    vers = serializers.CharField()
    communs = serializers.IntegerField()
    entrants = serializers.IntegerField()
    sortants = serializers.IntegerField()


class ComparisonResponse(CamelSerializer):
    total_menages = serializers.IntegerField()
    scenarios = DesignResponse(many=True)
    recouvrements = OverlapResponse(many=True)


class StoredDesignSerializer(CamelModelSerializer):
    """Serialize a stored design; `contenu` is a body of the laboratory."""

    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)
    contenu = serializers.JSONField()
    cree_par = AuthorReference(read_only=True)

    class Meta:
        model = TargetingDesign
        fields = ["id", "nom", "description", "contenu", "cree_par", "created_at", "updated_at"]
        read_only_fields = ["id", "created_at", "updated_at"]

    def validate_contenu(self, value: Any) -> Any:
        """Refuse what the laboratory would refuse."""
        if len(json.dumps(value)) > MAX_CONTENT:
            raise serializers.ValidationError(_("Ce ciblage est trop long."))
        body = LaboratoryBody(data=value, context=self.context)
        body.is_valid(raise_exception=True)
        return value
