"""Document the analysis by rubrique; counts that are hidden are null, with `masque`."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ReferenceSerializer


class WholePeriodResponse(CamelSerializer):
    """Represent the whole months that were counted; `elargie` when others were asked for."""

    debut = serializers.DateField()
    fin = serializers.DateField()
    elargie = serializers.BooleanField()


class RegionCasesResponse(CamelSerializer):
    region = ReferenceSerializer()
    count = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()


class RubriqueCasesResponse(CamelSerializer):
    rubrique = serializers.CharField()
    count = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()
    pourcentage = serializers.FloatField(allow_null=True)
    evolution = serializers.FloatField(allow_null=True)
    par_region = RegionCasesResponse(many=True)

    def get_fields(self) -> dict[str, serializers.Field]:
        # As an attribute, `label` would shadow that of every field.
        return super().get_fields() | {"label": serializers.CharField()}


class RubriqueSeriesResponse(CamelSerializer):
    rubrique = serializers.CharField()
    valeurs: Any = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class CaseTrendResponse(CamelSerializer):
    mois = serializers.ListField(child=serializers.CharField())
    donnees = RubriqueSeriesResponse(many=True)


class CaseAlertResponse(CamelSerializer):
    type = serializers.CharField()
    rubrique = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class RubriqueAnalysisResponse(CamelSerializer):
    """Represent the analysis; its counts are perturbed each on its own, so that parts do not add up to their total.

    `arreteLe` says since when what is written of cases is not counted yet, so of which moment a count of 0 is true; null
    before the first time, when every count is 0.
    """

    periode = WholePeriodResponse()
    arrete_le = serializers.DateTimeField(allow_null=True)
    total_cas = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()
    par_rubrique = RubriqueCasesResponse(many=True)
    tendance = CaseTrendResponse()
    alertes = CaseAlertResponse(many=True)


class AgeBandCasesResponse(CamelSerializer):
    tranche_age = serializers.CharField()
    count = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()


class SexCasesResponse(CamelSerializer):
    sexe = serializers.CharField()
    count = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()


class ProfileCasesResponse(AgeBandCasesResponse):
    sexe = serializers.CharField()


class ProfileAnalysisResponse(CamelSerializer):
    """Represent the cases of whole years by age band and sex; the sums are made of what is told of their parts."""

    periode = WholePeriodResponse()
    arrete_le = serializers.DateTimeField(allow_null=True)
    profils = ProfileCasesResponse(many=True)
    par_tranche_age = AgeBandCasesResponse(many=True)
    par_sexe = SexCasesResponse(many=True)
