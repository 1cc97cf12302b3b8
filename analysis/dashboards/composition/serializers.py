"""Validate the parameters and document the response of the composition of households."""

from rest_framework import serializers


class CompositionParams(serializers.Serializer):
    region = serializers.UUIDField(required=False)


class CompositionSerializer(serializers.Serializer):
    """Document numbers of households: `auRegistre`, `avantRegistre` and `rejetes` are all of them.

    The others are of those that are not rejected: with a woman as head, with children under five (`avecEnfants`), with
    somebody who has a disability, in extreme poverty, in the country.
    """

    auRegistre = serializers.IntegerField()
    avantRegistre = serializers.IntegerField()
    rejetes = serializers.IntegerField()
    dirigesParFemme = serializers.IntegerField()
    avecEnfants = serializers.IntegerField()
    avecHandicap = serializers.IntegerField()
    extremePauvres = serializers.IntegerField()
    ruraux = serializers.IntegerField()
