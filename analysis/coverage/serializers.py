"""Validate the body and document the response of the coverage endpoint."""

from rest_framework import serializers

from analysis.coverage.filters import CoverageFilters
from analysis.coverage.queries import LEVELS
from analysis.proximity.api import SERVICE_KINDS
from analysis.proximity.serializers import RadiusField
from config.api.parameters import build_parameters_serializer


class CoverageInput(serializers.Serializer):
    """Validate the body; `rayon` is in metres."""

    type = serializers.ChoiceField(choices=[*SERVICE_KINDS])
    rayon = RadiusField()
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="region")
    filtres = build_parameters_serializer(None, CoverageFilters)(required=False, allow_null=True)


class CoverageParams(serializers.Serializer):
    """Validate the query; `geojson` adds the zones as features (simplified boundaries; localities are points)."""

    geojson = serializers.BooleanField(required=False, default=False)


class CoverageCounts(serializers.Serializer):
    """Document counts of households; `taux` is in percent, null without any household."""

    menages = serializers.IntegerField()
    couverts = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)


class CoverageZone(CoverageCounts):
    """Document the coverage of a zone.

    Distances are in metres to the nearest service, over the households for which one exists; the median is rounded to
    1 m, beyond 1 km to 10 m.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    distanceMoyenne = serializers.FloatField(allow_null=True)
    distanceMediane = serializers.FloatField(allow_null=True)


class CoverageResponse(serializers.Serializer):
    """Document the coverage of the caller's households; the service may lie in another region than the household.

    `sansPosition` counts the households without a position, which are in no other figure.
    """

    total = CoverageCounts()
    sansPosition = serializers.IntegerField()
    zones = CoverageZone(many=True)
    geojson = serializers.DictField(required=False)
