"""Define the requests and responses of the collector of cases."""

from typing import Any

from rest_framework import serializers

from analysis.vbg.collectors.serializers import PlatformBody, PlatformParams
from config.api.serializers import CamelSerializer, ClosedSerializer

__all__ = ["CaseCollectionResponse", "CaseSyncBody", "CaseSyncResponse", "PlatformParams"]


class CaseSyncOptions(ClosedSerializer):
    """Validate the options of a synchronisation.

    `updateExisting`: an edited submission changes its case, and one that is gone from the platform deletes it.
    `renvoyerStatuts`: the platform is told which submissions were taken over (approved), and nothing else.
    """

    updateExisting = serializers.BooleanField(default=False)
    renvoyerStatuts = serializers.BooleanField(default=False)


class CaseSyncBody(PlatformBody):
    options = CaseSyncOptions(required=False)


class CaseFormResponse(serializers.Serializer):
    """Represent a form of cases; `chiffre`: telephones encrypt what they send of it."""

    uid = serializers.CharField()
    name = serializers.CharField()
    chiffre = serializers.BooleanField()


class CaseCollectionResponse(serializers.Serializer):
    """Represent what can be collected: the public key for the forms, and the forms that the settings name."""

    plateforme = serializers.CharField()
    clePublique = serializers.CharField(allow_null=True)
    formulaires = CaseFormResponse(many=True)
    message = serializers.CharField(allow_null=True)


class CaseSyncResponse(CamelSerializer):
    """Represent what a synchronisation did; the numbers are null to who does not read cases (`masque`)."""

    imported = serializers.IntegerField(allow_null=True)
    updated = serializers.IntegerField(allow_null=True)
    supprimes = serializers.IntegerField(allow_null=True)
    skipped = serializers.IntegerField(allow_null=True)
    masque = serializers.BooleanField()
    reste = serializers.BooleanField()
    errors: Any = serializers.ListField(child=serializers.CharField())
