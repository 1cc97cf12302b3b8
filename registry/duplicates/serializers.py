"""Define requests and responses about pairs."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer, serialize_row
from registry.duplicates.linkage.comparisons import (
    compute_strength,
    describe_levels,
    find_contribution,
    find_level,
    judge_level,
)
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS
from registry.duplicates.models import Decision, Pair
from registry.duplicates.queries import list_compared_values
from registry.duplicates.rules import CERTAIN, REVIEW
from registry.duplicates.states import DECISIONS
from registry.households.api import list_household_summaries
from registry.households.serializers import HouseholdSummaryResponse

MAX_REASON = 1000
# What only callers with `registre.voir_contacts` see of a comparison.
CONTACTS: Final = {"telephone", "numeroMobileMoney"}


class ScoredPairResponse(CamelSerializer):
    """Describe a pair with its score from 0 to 100.

    `force` adds up what each comparison brings, in bits: it orders pairs whose scores are alike. `raisons` are in favour of one household, `contre` against, the heaviest first. `modele` is the version of the weights.
    """

    id = serializers.UUIDField()
    score = serializers.FloatField()
    force = serializers.FloatField()
    niveau = serializers.ChoiceField(choices=[CERTAIN, REVIEW])
    raisons = serializers.ListField(child=serializers.CharField())
    contre = serializers.ListField(child=serializers.CharField())
    modele = serializers.CharField(allow_null=True)
    decision = serializers.CharField(allow_null=True)
    detecte_le = serializers.DateTimeField()


class DuplicateOfHouseholdResponse(ScoredPairResponse):
    menage = HouseholdSummaryResponse()


class PairResponse(ScoredPairResponse):
    motif = serializers.CharField(allow_null=True)
    decide_le = serializers.DateTimeField(allow_null=True)
    menage_a = HouseholdSummaryResponse()
    menage_b = HouseholdSummaryResponse()


class PairCountsResponse(CamelSerializer):
    """Describe how many pairs there are by status; `ouvert` counts those of `certain` and of `aVerifier`."""

    ouvert = serializers.IntegerField()
    certain = serializers.IntegerField()
    a_verifier = serializers.IntegerField()
    distincts = serializers.IntegerField()
    ignorer = serializers.IntegerField()


class ComparedFieldResponse(serializers.Serializer):
    champ = serializers.CharField()
    a = serializers.JSONField(allow_null=True)
    b = serializers.JSONField(allow_null=True)


class ComparisonLineResponse(serializers.Serializer):
    """Describe one comparison: its level, what the level means, what it adds, and the values of both sides.

    `niveau` is null when the value is missing on one side. `bits` are what the comparison adds to the odds, as a power of
    two, and `favorable` is their sign: null when they are none. `bits` is null for pairs of earlier versions.
    """

    code = serializers.CharField()
    libelle = serializers.CharField()
    niveau = serializers.CharField(allow_null=True)
    raison = serializers.CharField(allow_null=True)
    bits = serializers.FloatField(allow_null=True)
    favorable = serializers.BooleanField(allow_null=True)
    valeurs = ComparedFieldResponse(many=True)


class PairPlaceResponse(CamelSerializer):
    """Say where one household of a pair stands, and by how many metres its device may err."""

    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    precision_gps = serializers.FloatField(allow_null=True)


class PairComparisonResponse(PairResponse):
    """Describe a pair side by side.

    `distance` is in metres; it and a side of `positions` are null where a position is not known.

    `groupe` are the other open pairs of the same households and of those which an open pair joins to them: what may be one
    household, interviewed more than twice.
    """

    comparaison = ComparisonLineResponse(many=True)
    positions = serializers.DictField(child=PairPlaceResponse(allow_null=True), help_text="a, b")
    distance = serializers.FloatField(allow_null=True)
    groupe = PairResponse(many=True)


class DecisionBody(CamelSerializer):
    """Validate a decision about a pair.

    For a merge, `menageConserveId` is the household which is kept; `valeurs` maps single fields to the household (id)
    whose value is taken.
    """

    decision = serializers.ChoiceField(choices=DECISIONS)
    motif = serializers.CharField(max_length=MAX_REASON, required=False, allow_blank=True, allow_null=True)
    menage_conserve_id = serializers.UUIDField(required=False, allow_null=True)
    valeurs = serializers.DictField(child=serializers.UUIDField(), required=False, allow_null=True, default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["decision"] == Decision.FUSIONNER and not attrs.get("menage_conserve_id"):
            needed = _("Indiquez lequel des deux ménages la fusion conserve.")
            raise serializers.ValidationError({"menageConserveId": [needed]})
        return attrs


class DecisionResponse(CamelSerializer):
    """Describe a decision. `fusionId` and `menageConserveId` are present after a merge."""

    fusion_id = serializers.UUIDField(required=False)
    menage_conserve_id = serializers.UUIDField(required=False)
    id = serializers.UUIDField()
    decision = serializers.CharField(allow_null=True)
    motif = serializers.CharField(allow_null=True)
    decide_le = serializers.DateTimeField(allow_null=True)


def _serialize_sides(pairs: list[Pair]) -> dict[UUID, dict[str, Any]]:
    """Map the ids of the households of these pairs to their summaries."""
    ids = dict.fromkeys(household_id for pair in pairs for household_id in (pair.menage_a_id, pair.menage_b_id))
    return {row.id: serialize_row(row) for row in list_household_summaries(ids)}


def build_pair_responses(pairs: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of pairs with the summaries of their households."""
    sides = _serialize_sides(pairs)
    return [_build_pair_response(pair, sides) for pair in pairs]


def _build_pair_response(pair: Pair, sides: dict[UUID, dict[str, Any]]) -> dict[str, Any]:
    in_favour, against = describe_levels(pair.niveaux, pair.apports)
    return {
        "id": pair.id,
        "score": float(pair.score),
        "force": compute_strength(pair.apports),
        "niveau": CERTAIN if pair.score >= settings.DUPLICATE_CERTAIN else REVIEW,
        "raisons": in_favour,
        "contre": against,
        "modele": pair.modele,
        "decision": pair.decision,
        "motif": pair.motif,
        "decideLe": pair.decide_le,
        "detecteLe": pair.detecte_le,
        "menageA": sides[pair.menage_a_id],
        "menageB": sides[pair.menage_b_id],
    }


def build_household_duplicates_response(household_id: UUID, pairs: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of the pairs of one household, each with the other household."""
    sides = _serialize_sides(pairs)
    shared = ("score", "force", "niveau", "raisons", "contre", "modele", "decision", "detecteLe")
    responses = []
    for pair in pairs:
        other_id = pair.menage_b_id if pair.menage_a_id == household_id else pair.menage_a_id
        response = _build_pair_response(pair, sides)
        responses.append({"id": pair.id, "menage": sides[other_id], **{name: response[name] for name in shared}})
    return responses


def _build_place(values: dict[str, Any]) -> dict[str, Any] | None:
    names = ("latitude", "longitude", "precisionGps")
    return None if values["latitude"] is None else {name: values[name] for name in names}


def build_comparison_response(pair: Pair, group: list[Pair], contacts: bool) -> dict[str, Any]:
    """Build the response of a pair side by side: for each comparison its level, reason and the values of both sides.

    The heaviest comparisons come first.
    Without `contacts`, telephone numbers are left out (their level is not).
    """
    values = list_compared_values(pair)
    a, b = values[pair.menage_a_id], values[pair.menage_b_id]
    lines: list[dict[str, Any]] = []
    for comparison in HOUSEHOLD_COMPARISONS:
        level = find_level(comparison, pair.niveaux)
        bits = find_contribution(comparison.code, level, pair.apports)
        fields = [name for name in comparison.fields if contacts or name not in CONTACTS]
        lines.append(
            {
                "code": comparison.code,
                "libelle": str(comparison.label),
                "niveau": level.code if level else None,
                "raison": str(level.reason) if level and level.reason else None,
                "bits": bits,
                "favorable": judge_level(level, bits),
                "valeurs": [{"champ": name, "a": a[name], "b": b[name]} for name in fields],
            }
        )
    lines.sort(key=lambda line: -abs(line["bits"] or 0))
    own, *others = build_pair_responses([pair, *group])
    places = {"a": _build_place(a), "b": _build_place(b)}
    return own | {"comparaison": lines, "positions": places, "distance": a["distance"], "groupe": others}
