"""Validate the parameters of feeds."""

from rest_framework import serializers

MAX_ROWS = 1000


class SyncParams(serializers.Serializer):
    """Validate the query of a feed: the cursor of the answer before, and how many rows are wanted at once."""

    curseur = serializers.CharField(required=False, max_length=500)
    limit = serializers.IntegerField(default=500, min_value=1, max_value=MAX_ROWS)
