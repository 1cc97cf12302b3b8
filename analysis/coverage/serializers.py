"""Body and answer of the coverage endpoint."""

from rest_framework import serializers

from analysis.coverage.queries import LEVELS
from analysis.proximity.kinds import KINDS
from analysis.proximity.serializers import RadiusField
from config.api.fields import UuidListField
from geo.layers.serializers import CodeListField
from registry.households.models import Categorie, Milieu


class CoverageFilters(serializers.Serializer):
    """Each one value or several with commas."""

    region = UuidListField(allow_null=True)
    categorie = CodeListField(tuple(Categorie.values), allow_null=True)
    milieu = CodeListField(tuple(Milieu.values), allow_null=True)


class CoverageInput(serializers.Serializer):
    """`rayon` in metres."""

    type = serializers.ChoiceField(choices=[*KINDS])
    rayon = RadiusField()
    niveau = serializers.ChoiceField(choices=[*LEVELS], default="region")
    filtres = CoverageFilters(required=False, allow_null=True)


class CoverageParams(serializers.Serializer):
    """`geojson`: also the zones as features (boundaries simplified; localities are points)."""

    geojson = serializers.BooleanField(required=False, default=False)


class CoverageCounts(serializers.Serializer):
    """`taux` in percent; null where there is no household."""

    menages = serializers.IntegerField()
    couverts = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)


class CoverageZone(CoverageCounts):
    """Distances in metres to the nearest service, of the households that have one; the median to the metre (beyond 1 km, to 10 m)."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    distanceMoyenne = serializers.FloatField(allow_null=True)
    distanceMediane = serializers.FloatField(allow_null=True)


class CoverageAnswer(serializers.Serializer):
    """Of the caller's households; the service that covers one may lie in another region. `sansPosition`: households that
    could not be placed and count nowhere else."""

    total = CoverageCounts()
    sansPosition = serializers.IntegerField()
    zones = CoverageZone(many=True)
    geojson = serializers.DictField(required=False)
