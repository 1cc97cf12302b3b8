"""Serve the list of beneficiaries on the map."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from config.api.schema import declare_operation
from geo.layers.serializers import CodeListField, MapListParams
from geo.layers.views import MapListView
from transfers.beneficiaries.layer import BENEFICIARIES, STATUSES
from transfers.beneficiaries.map_queries import list_map_items
from transfers.beneficiaries.models import StatutEnrolement


class BeneficiaryMapParams(MapListParams):
    statut = CodeListField(STATUSES)


class BeneficiaryPointSerializer(serializers.Serializer):
    """Describe a beneficiary on the map.

    `region` and `secteur` are names; `telephone` is null for callers without `registre.voir_contacts`.
    """

    id = serializers.UUIDField()
    nomComplet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True)
    statut = serializers.ChoiceField(choices=StatutEnrolement.choices)
    actif = serializers.BooleanField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    menageCode = serializers.CharField()
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)


class BeneficiaryMap(MapListView):
    """List beneficiaries on the map.

    Those whose household has no position are left out and counted in `sansPosition`.
    """

    permission = "transferts.lire"
    layer = BENEFICIARIES

    @declare_operation(
        "Bénéficiaires sur la carte",
        query=BeneficiaryMapParams, answer=BeneficiaryPointSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        found, total, lost = list_map_items(self.caller, self.query)
        return self.listed(found, total, sansPosition=lost)
