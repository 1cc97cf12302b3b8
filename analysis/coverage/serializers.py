"""Validate what is sent to the endpoints of coverage and distances, and document what they return."""

from rest_framework import serializers

from analysis.coverage.filters import CoverageFilters
from analysis.coverage.queries import LEVELS
from analysis.coverage.rules import FARTHEST, HOUSEHOLDS, NEAREST, SUBJECTS
from analysis.proximity.api import SERVICE_KINDS
from analysis.proximity.serializers import RadiusField
from config.api.parameters import build_parameters_serializer
from config.filters.fields import CodeListField

# Of all kinds whose services may be chosen among; which of them a kind has, is checked with it.
SERVICE_TYPES = tuple(dict.fromkeys(code for kind in SERVICE_KINDS.values() if kind.is_public for code in kind.labels))


class CoverageInput(serializers.Serializer):
    """Validate the body; `rayon` is in metres, `sujet` what is counted.

    Every service of the kind `type` counts, but with `typesService` (codes separated by commas) those of these types alone,
    and with `enService` none that is known to be closed or broken. Neither is accepted of services that are not public.
    Beneficiaries are counted at their households, complaints and inhabitants at the points of their localities; `filtres`
    of households do not limit the latter two.
    """

    sujet = serializers.ChoiceField(choices=[*SUBJECTS], default=HOUSEHOLDS)
    type = serializers.ChoiceField(choices=[*SERVICE_KINDS])
    typesService = CodeListField(choices=SERVICE_TYPES)
    enService = serializers.BooleanField(default=False)
    rayon = RadiusField()
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="region")
    filtres = build_parameters_serializer(None, CoverageFilters)(required=False, allow_null=True)


class CoverageCollectionParams(serializers.Serializer):
    """Validate the query of the collection, of which each parameter has a default; `rayon` is in metres."""

    sujet = serializers.ChoiceField(choices=[*SUBJECTS], default=HOUSEHOLDS)
    type = serializers.ChoiceField(choices=[*SERVICE_KINDS], default="ecoles")
    typesService = CodeListField(choices=SERVICE_TYPES)
    enService = serializers.BooleanField(default=False)
    rayon = RadiusField(default=5_000)
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="secteur")


class CoverageParams(serializers.Serializer):
    """Validate the query; `geojson` adds the zones as features (simplified boundaries; localities are points)."""

    geojson = serializers.BooleanField(required=False, default=False)


class CoverageCounts(serializers.Serializer):
    """Document counts, of which the first has the name of what is counted; `taux` is in percent, null without any."""

    menages = serializers.IntegerField(required=False)
    beneficiaires = serializers.IntegerField(required=False)
    plaintes = serializers.IntegerField(required=False)
    habitants = serializers.IntegerField(required=False)
    couverts = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)


class CoverageZone(CoverageCounts):
    """Document the coverage of a zone.

    Distances are in metres to the nearest service, over what one exists for; the median is rounded to 1 m, beyond 1 km to
    10 m. `population` is that of the zone, or of all localities in it; null while that of one is not known. By it
    `pour1000Habitants` is divided.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    population = serializers.IntegerField(allow_null=True)
    pour1000Habitants = serializers.FloatField(required=False, allow_null=True)
    distanceMoyenne = serializers.FloatField(allow_null=True)
    distanceMediane = serializers.FloatField(allow_null=True)


class CoverageResponse(serializers.Serializer):
    """Document the coverage of the caller's rows; the service may lie in another region than they.

    `sansPosition` counts those without a position, which are in no other figure. Inhabitants are those of localities
    whose population is known.
    """

    sujet = serializers.ChoiceField(choices=[*SUBJECTS])
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
