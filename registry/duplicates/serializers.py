"""Define requests and responses of the search for duplicates."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import PageParams, UuidListField, build_query_serializer
from registry.duplicates.models import Decision
from registry.duplicates.queries import CERTAIN, OPEN, REVIEW
from registry.duplicates.states import DECISIONS
from registry.households.serializers import HouseholdParams, HouseholdSummaryResponse

MAX_REASON = 1000
AnalysisParams = build_query_serializer(
    "DuplicateAnalysisParams",
    serializers.Serializer,
    **{"async": serializers.BooleanField(required=False, default=False)},
)


class AnalysisBody(serializers.Serializer):
    """Validate the body of an analysis.

    `filtres` are those of the household list; without any, all households visible to the caller are analysed.
    """

    filtres = HouseholdParams(required=False, allow_null=True)

    def to_internal_value(self, data: Any) -> Any:
        # An unknown filter is refused: if it were ignored, the whole registry would be compared.
        sent = data.get("filtres") if isinstance(data, dict) else None
        unknown = {*sent} - {*HouseholdParams().fields} if isinstance(sent, dict) else ()
        if unknown:
            raise serializers.ValidationError({"filtres": {name: [_("Filtre inconnu.")] for name in sorted(unknown)}})
        return super().to_internal_value(data)

    def validate_filtres(self, sent: dict[str, Any] | None) -> dict[str, Any]:
        paging = ("page", "limit")
        return {name: value for name, value in (sent or {}).items() if name not in paging and value is not None}


class DuplicateAnalysisResponse(serializers.Serializer):
    menages = serializers.IntegerField()
    paires = serializers.IntegerField()
    certaines = serializers.IntegerField()
    aVerifier = serializers.IntegerField()
    ecrites = serializers.IntegerField()
    nouvelles = serializers.IntegerField()
    disparues = serializers.IntegerField()


class PairParams(PageParams):
    """Validate the filters of the list of pairs.

    `statut`: `ouvert` (undecided; the default), `certain` or `a_verifier` among these, `distincts` or `ignorer`.
    """

    statut = serializers.ChoiceField(choices=[OPEN, CERTAIN, REVIEW, "distincts", "ignorer"], default=OPEN)
    region = UuidListField()
    secteur = UuidListField()
    campagne = UuidListField()


class ScoredPairResponse(serializers.Serializer):
    """Describe a pair with its score from 0 to 100.

    `raisons` are in favour of one household, `contre` against.
    """

    id = serializers.UUIDField()
    score = serializers.FloatField()
    niveau = serializers.ChoiceField(choices=[CERTAIN, REVIEW])
    raisons = serializers.ListField(child=serializers.CharField())
    contre = serializers.ListField(child=serializers.CharField())
    decision = serializers.CharField(allow_null=True)
    detecteLe = serializers.DateTimeField()


class DuplicateOfHouseholdResponse(ScoredPairResponse):
    menage = HouseholdSummaryResponse()


class PairResponse(ScoredPairResponse):
    motif = serializers.CharField(allow_null=True)
    decideLe = serializers.DateTimeField(allow_null=True)
    menageA = HouseholdSummaryResponse()
    menageB = HouseholdSummaryResponse()


class ComparedFieldResponse(serializers.Serializer):
    champ = serializers.CharField()
    a = serializers.JSONField(allow_null=True)
    b = serializers.JSONField(allow_null=True)


class ComparisonLineResponse(serializers.Serializer):
    """Describe one comparison: its level, what the level means, and the values of both sides.

    `niveau` is null when the value is missing on one side.
    """

    code = serializers.CharField()
    libelle = serializers.CharField()
    niveau = serializers.CharField(allow_null=True)
    raison = serializers.CharField(allow_null=True)
    favorable = serializers.BooleanField(allow_null=True)
    valeurs = ComparedFieldResponse(many=True)


class PairComparisonResponse(PairResponse):
    comparaison = ComparisonLineResponse(many=True)


class DecisionBody(serializers.Serializer):
    """Validate a decision about a pair.

    For a merge, `menageConserveId` is the household which is kept; `valeurs` maps single fields to the household (id)
    whose value is taken.
    """

    decision = serializers.ChoiceField(choices=DECISIONS)
    motif = serializers.CharField(max_length=MAX_REASON, required=False, allow_blank=True, allow_null=True)
    menageConserveId = serializers.UUIDField(required=False, allow_null=True)
    valeurs = serializers.DictField(child=serializers.UUIDField(), required=False, allow_null=True, default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["decision"] == Decision.FUSIONNER and not attrs.get("menageConserveId"):
            needed = _("Indiquez lequel des deux ménages la fusion conserve.")
            raise serializers.ValidationError({"menageConserveId": [needed]})
        return attrs


class DecisionResponse(serializers.Serializer):
    """Describe a decision. `fusionId` and `menageConserveId` are present after a merge."""

    fusionId = serializers.UUIDField(required=False)
    menageConserveId = serializers.UUIDField(required=False)
    id = serializers.UUIDField()
    decision = serializers.CharField(allow_null=True)
    motif = serializers.CharField(allow_null=True)
    decideLe = serializers.DateTimeField(allow_null=True)


class UserReferenceResponse(serializers.Serializer):
    id = serializers.UUIDField()
    nomComplet = serializers.CharField()


class MergeResponse(serializers.Serializer):
    """Describe a merge. `deplaces` counts the rows moved, by table."""

    id = serializers.UUIDField()
    menageConserveId = serializers.UUIDField()
    codeConserve = serializers.CharField()
    menageAbsorbeId = serializers.UUIDField()
    codeAbsorbe = serializers.CharField()
    score = serializers.FloatField()
    raisons = serializers.ListField(child=serializers.CharField())
    motif = serializers.CharField(allow_null=True)
    deplaces = serializers.DictField(child=serializers.IntegerField())
    fusionneLe = serializers.DateTimeField()
    fusionnePar = UserReferenceResponse(allow_null=True)
    annuleLe = serializers.DateTimeField(allow_null=True)
    annulePar = UserReferenceResponse(allow_null=True)
