"""Define requests and responses about pairs."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from registry.duplicates.linkage.comparisons import HOUSEHOLD_COMPARISONS, describe_levels, find_level
from registry.duplicates.models import Decision, Pair
from registry.duplicates.queries import list_compared_values
from registry.duplicates.rules import CERTAIN, REVIEW
from registry.duplicates.states import DECISIONS
from registry.households.api import list_household_summaries
from registry.households.serializers import HouseholdSummaryResponse, serialize_household_summary

MAX_REASON = 1000
# What only callers with `registre.voir_contacts` see of a comparison.
CONTACTS: Final = {"telephone", "numeroMobileMoney"}


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


def build_pair_response(pair: Pair, sides: dict[UUID, dict[str, Any]]) -> dict[str, Any]:
    """Build the response of a pair in a list; `sides` maps household ids to household summaries."""
    in_favour, against = describe_levels(pair.niveaux)
    return {
        "id": pair.id,
        "score": float(pair.score),
        "niveau": CERTAIN if pair.score >= settings.DUPLICATE_CERTAIN else REVIEW,
        "raisons": in_favour,
        "contre": against,
        "decision": pair.decision,
        "motif": pair.motif,
        "decideLe": pair.decide_le,
        "detecteLe": pair.detecte_le,
        "menageA": sides[pair.menage_a_id],
        "menageB": sides[pair.menage_b_id],
    }


def build_pair_responses(found: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of pairs with the summaries of their households."""
    ids = dict.fromkeys(household_id for pair in found for household_id in (pair.menage_a_id, pair.menage_b_id))
    sides = {row["id"]: serialize_household_summary(row) for row in list_household_summaries(ids)}
    return [build_pair_response(pair, sides) for pair in found]


def build_household_duplicates_response(household_id: UUID, found: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of the pairs of one household, each with the other household."""
    rows = build_pair_responses(found)
    return [
        {
            "id": row["id"],
            "menage": row["menageB"] if row["menageA"]["id"] == household_id else row["menageA"],
            **{name: row[name] for name in ("score", "niveau", "raisons", "contre", "decision", "detecteLe")},
        }
        for row in rows
    ]


def build_comparison_response(pair: Pair, contacts: bool) -> dict[str, Any]:
    """Build the response of a pair side by side: for each comparison its level, reason and the values of both sides.

    Without `contacts`, telephone numbers are left out (their level is not).
    """
    values = list_compared_values(pair)
    a, b = values[pair.menage_a_id], values[pair.menage_b_id]
    lines = []
    for comparison in HOUSEHOLD_COMPARISONS:
        level = find_level(comparison, pair.niveaux)
        fields = [name for name in comparison.fields if contacts or name not in CONTACTS]
        lines.append(
            {
                "code": comparison.code,
                "libelle": str(comparison.label),
                "niveau": level.code if level else None,
                "raison": str(level.reason) if level and level.reason else None,
                "favorable": None if level is None else level.code != comparison.levels[-1].code,
                "valeurs": [{"champ": name, "a": a[name], "b": b[name]} for name in fields],
            }
        )
    return build_pair_responses([pair])[0] | {"comparaison": lines}
