"""Validate what is written of a case, and represent cases to who may read them."""

from rest_framework import serializers

from analysis.vbg.cases.models import AgeBand, Case, CaseStatus, Rubrique, SurvivorSex
from analysis.vbg.cases.rules import PURPOSES, write_reference
from config.api.fields import PageParams, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.areas.models import Region, Sector


class CaseBody(CamelSerializer, ClosedSerializer):
    """Validate a new case; of its date the month is kept."""

    service = serializers.UUIDField(source="service_id", required=False, allow_null=True)
    region = VisibleIriField("regions", Region, required=False, allow_null=True)
    secteur = VisibleIriField("secteurs", Sector, required=False, allow_null=True)
    date = serializers.DateField()
    rubrique = serializers.ChoiceField(choices=Rubrique.choices)
    tranche_age = serializers.ChoiceField(choices=AgeBand.choices, required=False, allow_null=True)
    sexe = serializers.ChoiceField(choices=SurvivorSex.choices, required=False, allow_null=True)
    statut = serializers.ChoiceField(choices=CaseStatus.choices, required=False)


class CaseStatusBody(ClosedSerializer):
    statut = serializers.ChoiceField(choices=CaseStatus.choices)


class PurposeParams(serializers.Serializer):
    """Require the purpose of a reading; it is recorded."""

    motif = serializers.ChoiceField(choices=PURPOSES)


class CaseListParams(PageParams, PurposeParams):
    pass


class CaseCreated(CamelSerializer):
    id = serializers.UUIDField()


class CaseResponse(CamelSerializer):
    """Represent a case: all that is stored of it, but its key, with the names of its service and areas."""

    id = serializers.UUIDField()
    reference = serializers.SerializerMethodField()
    service = serializers.UUIDField(source="service_id", allow_null=True)
    service_nom = serializers.CharField(allow_null=True)
    region = serializers.UUIDField(source="region_id")
    region_nom = serializers.CharField(allow_null=True)
    secteur = serializers.UUIDField(source="secteur_id", allow_null=True)
    secteur_nom = serializers.CharField(allow_null=True)
    mois = serializers.DateField()
    rubrique = serializers.CharField()
    tranche_age = serializers.CharField()
    sexe = serializers.CharField()
    statut = serializers.CharField()

    def get_reference(self, case: Case) -> str:
        return write_reference(case.id)
