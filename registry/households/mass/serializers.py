"""Define the requests and responses of mass operations."""

from rest_framework import serializers

from config.api.fields import IdsField, build_query_serializer

MassParams = build_query_serializer(
    "MassParams", serializers.Serializer, **{"async": serializers.BooleanField(required=False, default=False)}
)


class IdsBody(serializers.Serializer):
    """List the ids of the households to process."""

    ids = IdsField()


class MassError(serializers.Serializer):
    id = serializers.UUIDField()
    message = serializers.CharField()


class MassResponse(serializers.Serializer):
    """Report a mass operation: every id that was sent is either counted in `reussis` or listed in `erreurs`."""

    traites = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    erreurs = MassError(many=True)
