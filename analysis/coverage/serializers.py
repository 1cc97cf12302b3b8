"""Validate what is sent to the endpoints of coverage and distances, and document what they return."""

from rest_framework import serializers

from analysis.coverage.filters import CoverageFilters
from analysis.coverage.queries import FARTHEST, LEVELS, NEAREST
from analysis.proximity.api import SERVICE_KINDS
from analysis.proximity.serializers import RadiusField
from config.api.parameters import build_parameters_serializer
from config.filters.fields import CodeListField


class CoverageInput(serializers.Serializer):
    """Validate the body; `rayon` is in metres."""

    type = serializers.ChoiceField(choices=[*SERVICE_KINDS])
    rayon = RadiusField()
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="region")
    filtres = build_parameters_serializer(None, CoverageFilters)(required=False, allow_null=True)


class CoverageCollectionParams(serializers.Serializer):
    """Validate the query of the collection, of which each parameter has a default; `rayon` is in metres."""

    type = serializers.ChoiceField(choices=[*SERVICE_KINDS], default="ecoles")
    rayon = RadiusField(default=5_000)
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="secteur")


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
    1 m, beyond 1 km to 10 m. `population` is what the registry knows of the zone: its households may be a part of it.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    population = serializers.IntegerField(allow_null=True)
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


class DistanceParams(serializers.Serializer):
    """Validate the query; `types` are kinds of service, separated by commas."""

    types = CodeListField(choices=tuple(SERVICE_KINDS), required=True)


class DistanceClass(serializers.Serializer):
    """Document a class of distances: from `de` metres, and less than `a`, which the last class does not have."""

    de = serializers.IntegerField()
    a = serializers.IntegerField(allow_null=True)


class DistanceSeries(serializers.Serializer):
    """Document the households of each class; those for whom there is no such service at all are in `sansService`."""

    type = serializers.ChoiceField(choices=[*SERVICE_KINDS, NEAREST, FARTHEST])
    menages = serializers.ListField(child=serializers.IntegerField())
    sansService = serializers.IntegerField()


class DistanceResponse(serializers.Serializer):
    """Document how far the nearest services are from the caller's households with a position.

    Of several kinds `le_plus_proche` counts the distance to the nearest of all of them, `le_plus_loin` that within which
    each of them is.
    """

    classes = DistanceClass(many=True)
    series = DistanceSeries(many=True)
    menages = serializers.IntegerField()
    sansPosition = serializers.IntegerField()
