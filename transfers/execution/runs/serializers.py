"""Serialize runs, and payments without a known end, in format B."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer
from transfers.execution.models import Provider


class RunResponse(CamelSerializer):
    """Describe a run, with the payments that the caller sees. Amounts are whole XOF.

    `etat`: `en_cours` somebody works on it; `en_attente` of results or answers; `interrompue` it goes on within a minute;
    `suspendue`; `terminee`. `auteurAPrepare`: who ordered it had also calculated or submitted the list.
    """

    id = serializers.UUIDField()
    fournisseur = serializers.ChoiceField(choices=Provider.choices)
    operateur = serializers.CharField()
    etat = serializers.CharField()
    debut = serializers.DateTimeField()
    fin = serializers.DateTimeField(allow_null=True)
    auteur = serializers.CharField(allow_null=True)
    auteur_a_prepare = serializers.BooleanField()
    nb_paiements = serializers.IntegerField()
    a_envoyer = serializers.IntegerField()
    envoyes = serializers.IntegerField()
    inconnus = serializers.IntegerField()
    reussis = serializers.IntegerField()
    echoues = serializers.IntegerField()
    montant_total = serializers.IntegerField()
    montant_paye = serializers.IntegerField()
    inconnu_depuis = serializers.DateTimeField(allow_null=True)
    dernier_reglement = serializers.DateTimeField(allow_null=True)


class UnknownPaymentResponse(CamelSerializer):
    """Describe a payment whose end nobody knows; `compte` is shown to who may see contacts."""

    paiement_id = serializers.UUIDField()
    reference = serializers.CharField()
    nom_complet = serializers.CharField()
    code_menage = serializers.CharField()
    compte = serializers.CharField(allow_null=True)
    operateur = serializers.CharField()
    montant = serializers.IntegerField()
    envoye_le = serializers.DateTimeField()
    prochaine_question = serializers.DateTimeField(allow_null=True)
    age_heures = serializers.IntegerField()
