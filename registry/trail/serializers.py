"""What the trail answers."""

from rest_framework import serializers


class PersonSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()


class EventAnswer(serializers.Serializer):
    """`par` is null for what the service did by itself; `details` says why, in the manner of its `type`."""

    date = serializers.DateTimeField()
    type = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    titre = serializers.CharField()
    par = PersonSerializer(allow_null=True)
    details = serializers.DictField()
