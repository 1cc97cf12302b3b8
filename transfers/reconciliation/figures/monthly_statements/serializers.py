"""Serialize months of operator accounts. Amounts are whole XOF."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer


class MonthParams(serializers.Serializer):
    """Read a month, `YYYY-MM`, as its first day."""

    mois = serializers.DateField(input_formats=["%Y-%m"], error_messages={"invalid": _("Un mois s'écrit AAAA-MM.")})


class MonthSumsResponse(CamelSerializer):
    """Describe a month of an account: payments without fees, adjustments signed."""

    ouverture = serializers.IntegerField(allow_null=True)
    depots = serializers.IntegerField()
    nb_depots = serializers.IntegerField()
    paiements = serializers.IntegerField()
    nb_paiements = serializers.IntegerField()
    frais = serializers.IntegerField()
    extournes = serializers.IntegerField()
    nb_extournes = serializers.IntegerField()
    ajustements = serializers.IntegerField()
    nb_ajustements = serializers.IntegerField()
    cloture = serializers.IntegerField(allow_null=True)


class MonthGapsResponse(serializers.Serializer):
    ouverture = serializers.IntegerField(allow_null=True)
    depots = serializers.IntegerField()
    paiements = serializers.IntegerField()
    frais = serializers.IntegerField()
    extournes = serializers.IntegerField()
    ajustements = serializers.IntegerField()
    cloture = serializers.IntegerField(allow_null=True)


class StatementOfMonthResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    periode_debut = serializers.DateField()
    periode_fin = serializers.DateField()
    solde_ouverture = serializers.IntegerField(allow_null=True)
    solde_cloture = serializers.IntegerField(allow_null=True)


class MonthlyStatementResponse(CamelSerializer):
    """Describe a month of an account: `sig` is ours, `operateurDit` theirs, `ecarts` theirs less ours."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    nom_compte = serializers.CharField()
    operateur = serializers.CharField()
    mois = serializers.CharField()
    sig = MonthSumsResponse()
    operateur_dit = MonthSumsResponse(allow_null=True)
    ecarts = MonthGapsResponse(allow_null=True)
    releves = StatementOfMonthResponse(many=True)
