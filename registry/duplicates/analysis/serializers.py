"""Define requests and responses of the analysis of many households."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from config.api.fields import PageParams, build_query_serializer
from config.api.parameters import build_parameters_serializer
from config.api.serializers import CamelSerializer
from registry.households.api import HouseholdFilters

HouseholdParams = build_parameters_serializer(PageParams, HouseholdFilters)
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
            raise serializers.ValidationError(
                {"filtres": {name: [gettext_lazy("Filtre inconnu.")] for name in sorted(unknown)}}
            )
        return super().to_internal_value(data)

    def validate_filtres(self, sent: dict[str, Any] | None) -> dict[str, Any]:
        return HouseholdFilters.limit_to_visible(sent or {}, self.context["request"].user)


class DuplicateAnalysisResponse(CamelSerializer):
    menages = serializers.IntegerField()
    paires = serializers.IntegerField()
    certaines = serializers.IntegerField()
    a_verifier = serializers.IntegerField()
    ecrites = serializers.IntegerField()
    nouvelles = serializers.IntegerField()
    disparues = serializers.IntegerField()


class LastAnalysisResponse(CamelSerializer):
    """Describe the newest search of all that the caller sees; its counts are null when it went beyond that.

    Without one all is null.
    """

    faite_le = serializers.DateTimeField(allow_null=True)
    menages = serializers.IntegerField(allow_null=True)
    paires = serializers.IntegerField(allow_null=True)


def describe_analysis(counts: dict[str, Any]) -> str:
    """Describe the result of an analysis, in one sentence."""
    return _("%(pairs)d paires : %(certain)d certaines, %(review)d à vérifier.") % {
        "pairs": counts["paires"],
        "certain": counts["certaines"],
        "review": counts["aVerifier"],
    }
