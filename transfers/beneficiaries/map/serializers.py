"""Define requests and responses of the map of beneficiaries."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer
from transfers.beneficiaries.models import StatutEnrolement


class BeneficiaryPointSerializer(CamelSerializer):
    """Describe a beneficiary on the map.

    `region` and `secteur` are names; `telephone` is null for callers without `registre.voir_contacts`.
    """

    id = serializers.UUIDField()
    nom_complet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True)
    statut = serializers.ChoiceField(choices=StatutEnrolement.choices)
    actif = serializers.BooleanField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    menage_code = serializers.CharField()
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
