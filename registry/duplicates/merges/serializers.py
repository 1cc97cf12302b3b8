"""Define the responses about merges."""

from typing import Any

from rest_framework import serializers

from accounts.users.models import User
from config.api.serializers import CamelSerializer
from registry.duplicates.linkage.comparisons import describe_levels
from registry.duplicates.models import Merge


class UserReferenceResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom_complet = serializers.CharField()


class MergeResponse(CamelSerializer):
    """Describe a merge. `deplaces` counts the rows moved, by table."""

    id = serializers.UUIDField()
    menage_conserve_id = serializers.UUIDField()
    code_conserve = serializers.CharField()
    menage_absorbe_id = serializers.UUIDField()
    code_absorbe = serializers.CharField()
    score = serializers.FloatField()
    raisons = serializers.ListField(child=serializers.CharField())
    motif = serializers.CharField(allow_null=True)
    deplaces = serializers.DictField(child=serializers.IntegerField())
    fusionne_le = serializers.DateTimeField()
    fusionne_par = UserReferenceResponse(allow_null=True)
    annule_le = serializers.DateTimeField(allow_null=True)
    annule_par = UserReferenceResponse(allow_null=True)


def _serialize_user(user: User | None) -> dict[str, Any] | None:
    return {"id": user.id, "nomComplet": user.nom_complet} if user else None


def build_merge_response(record: Merge) -> dict[str, Any]:
    """Build the response of a merge in a list."""
    return {
        "id": record.id,
        "menageConserveId": record.conserve,
        "codeConserve": record.code_conserve,
        "menageAbsorbeId": record.absorbe,
        "codeAbsorbe": record.code_absorbe,
        "score": float(record.score),
        "raisons": describe_levels(record.niveaux, record.apports)[0],
        "motif": record.motif,
        "deplaces": {place.split(".")[0]: len(keys) for place, keys in record.deplaces.items()},
        "fusionneLe": record.fusionne_le,
        "fusionnePar": _serialize_user(record.fusionne_par),
        "annuleLe": record.annule_le,
        "annulePar": _serialize_user(record.annule_par),
    }
