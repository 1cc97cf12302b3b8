"""Validate the parameters and document the response of the comparison of two dates."""

from rest_framework import serializers

from analysis.comparisons.rules import FIGURES, LEVELS


class ComparisonParams(serializers.Serializer):
    """Validate the query: what there was by the end of the day `avant`, and by the end of `apres`."""

    chiffre = serializers.ChoiceField(choices=FIGURES)
    niveau = serializers.ChoiceField(choices=LEVELS, default="region")
    avant = serializers.DateField()
    apres = serializers.DateField()


class AreaComparison(serializers.Serializer):
    """Document an area at both dates; `variation` is in percent, null when there was nothing before."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    region = serializers.CharField()
    population = serializers.IntegerField(allow_null=True)
    avant = serializers.IntegerField()
    apres = serializers.IntegerField()
    difference = serializers.IntegerField()
    variation = serializers.FloatField(allow_null=True)
