"""Serialize what is seen of a run before it begins, in format B."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer
from transfers.execution.models import Provider


class PreviewParams(serializers.Serializer):
    """Validate how the payments would be made: as the body of `executer`."""

    fournisseur = serializers.ChoiceField(choices=Provider.choices, default=Provider.FICHIER.value)
    operateur = serializers.CharField(max_length=30, required=False)


class AccountPreviewResponse(CamelSerializer):
    """Describe what would leave an account. Amounts are whole XOF.

    `montant` includes fees; `engage` is what other validated cycles will take; `manque` is what the account lacks for
    this cycle alone.
    """

    operateur = serializers.CharField()
    operateur_label = serializers.CharField()
    nombre = serializers.IntegerField()
    montant = serializers.IntegerField()
    disponible = serializers.IntegerField()
    engage = serializers.IntegerField()
    manque = serializers.IntegerField()


class ModeCountResponse(CamelSerializer):
    mode = serializers.CharField(allow_null=True)
    nombre = serializers.IntegerField()


class RunPreviewResponse(CamelSerializer):
    """Describe what a run would send now, and what would stay, by mode of payment."""

    nombre = serializers.IntegerField()
    montant = serializers.IntegerField()
    comptes = AccountPreviewResponse(many=True)
    restes = ModeCountResponse(many=True)
