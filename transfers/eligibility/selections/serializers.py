"""Serialize selections in format B."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import PageParams
from config.api.serializers import CamelModelSerializer, CamelSerializer, ClosedSerializer
from transfers.eligibility.evaluation.serializers import BatchFilters
from transfers.eligibility.laboratory.serializers import DesignBody
from transfers.eligibility.selections.models import TargetingSelection
from transfers.eligibility.selections.queries import CHOSEN, RESERVE
from transfers.eligibility.serializers import AuthorReference, ProgrammeOfSet


class SelectionCreationBody(ClosedSerializer, CamelSerializer):
    """Validate a selection to make: a design of the laboratory that has places, over all or some households."""

    nom = serializers.CharField(max_length=255)
    scenario = DesignBody()
    filters = BatchFilters(required=False, allow_null=True)

    def validate_scenario(self, sent: dict[str, Any]) -> dict[str, Any]:
        if sent["design"].selection is None:
            raise serializers.ValidationError({"selection": [_("Dites combien de ménages sont retenus.")]})
        return sent


class SelectionParams(PageParams):
    statut = serializers.ChoiceField(choices=[CHOSEN, RESERVE], required=False, allow_blank=True)


class SelectionResponse(CamelModelSerializer):
    """Describe a selection; `contenu` is the design that made it."""

    programme = ProgrammeOfSet()
    cree_par = AuthorReference()

    class Meta:
        model = TargetingSelection
        fields = ["id", "nom", "programme", "par", "repartition", "contenu", "cree_par", "created_at"]


class SelectionAreaResponse(CamelSerializer):
    """Describe an area of a selection: `reserve` counts who waits and has no place."""

    zone = serializers.UUIDField(allow_null=True)
    nom = serializers.CharField(allow_null=True)
    places = serializers.IntegerField()
    enroles = serializers.IntegerField()
    reserve = serializers.IntegerField()


class SelectionDetailResponse(SelectionResponse):
    zones = SelectionAreaResponse(many=True, source="areas")

    class Meta(SelectionResponse.Meta):
        fields = [*SelectionResponse.Meta.fields, "zones"]


class SelectedHouseholdResponse(CamelSerializer):
    menage_id = serializers.UUIDField()
    code_menage = serializers.CharField()
    zone = serializers.CharField(allow_null=True)
    rang = serializers.IntegerField()
    reserve = serializers.BooleanField()
    score_pmt = serializers.FloatField(allow_null=True)
    enrole = serializers.BooleanField()
