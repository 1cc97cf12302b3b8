"""Define the requests and responses of mass operations."""

from rest_framework import serializers

from config.api.fields import IdsField, build_query_serializer
from config.api.serializers import CamelSerializer

MassParams = build_query_serializer(
    "MassParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class IdsBody(CamelSerializer):
    """List the ids of the households to process."""

    ids = IdsField()


class DeletionBody(IdsBody):
    """List the households to delete; with `seulementIntacts` those stay that somebody changed since their creation."""

    seulement_intacts = serializers.BooleanField(required=False, default=False)


class MassError(CamelSerializer):
    id = serializers.UUIDField()
    message = serializers.CharField()


class MassResponse(CamelSerializer):
    """Report a mass operation: every id that was sent is either counted in `reussis` or listed in `erreurs`."""

    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    erreurs = MassError(many=True)
