"""Serialize samples of the paid and their answers in format B. Amounts are whole XOF."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleTextField
from config.api.serializers import CamelModelSerializer, CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.tables.messages import FILE_ERRORS
from transfers.receipts.models import Channel, Receipt, ReceiptAnswer

MAX_AMOUNT = 10**12


class SampleBody(ClosedSerializer):
    """Validate the wanted precision, in percent: the share found is to lie within `marge` of the true one.

    `motif` says why a cycle that has a sample is drawn again.
    """

    marge = serializers.DecimalField(max_digits=4, decimal_places=2, min_value=1, max_value=50, default=Decimal(5))
    confiance = serializers.DecimalField(
        max_digits=4, decimal_places=2, min_value=50, max_value=Decimal("99.9"), default=Decimal(95)
    )
    motif = VisibleTextField(max_length=500, required=False, allow_null=True)


class CheckResponse(CamelSerializer):
    """Describe a sample; `graine`, `marge` and `confiance` say how it was drawn, the counts are of the caller's regions."""

    id = serializers.UUIDField()
    numero = serializers.IntegerField()
    motif = serializers.CharField(allow_null=True)
    graine = serializers.IntegerField()
    marge = serializers.FloatField()
    confiance = serializers.FloatField()
    taille = serializers.IntegerField()
    repondus = serializers.IntegerField()
    ecarts = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class EstimateResponse(serializers.Serializer):
    """Describe a share and its interval, from 0 to 1."""

    taux = serializers.FloatField()
    bas = serializers.FloatField()
    haut = serializers.FloatField()


class AnswerCountsResponse(CamelSerializer):
    population = serializers.IntegerField()
    taille = serializers.IntegerField()
    repondus = serializers.IntegerField()
    oui = serializers.IntegerField()
    partiel = serializers.IntegerField()
    non = serializers.IntegerField()
    frais = serializers.IntegerField()
    ecarts = serializers.IntegerField()
    estimation = EstimateResponse(allow_null=True)


class CheckTotalsResponse(AnswerCountsResponse):
    """Describe all strata together; `sansReponse` are the paid of strata in which nobody has answered."""

    taux_reponse = serializers.FloatField()
    sans_reponse = serializers.IntegerField()


class StratumResponse(AnswerCountsResponse):
    region_id = serializers.UUIDField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    operateur = serializers.CharField(allow_null=True)


class CheckDetailResponse(CheckResponse):
    """Describe a sample and what it has shown: the share of the paid who received all of the money."""

    total = CheckTotalsResponse()
    strates = StratumResponse(many=True)


class AnswerFields(CamelSerializer, ClosedSerializer):
    """Validate what an answer has in a request and in a line of a file."""

    recu = serializers.ChoiceField(choices=Receipt.choices)
    moyen = serializers.ChoiceField(choices=Channel.choices)
    date_reponse = serializers.DateField(required=False, allow_null=True, input_formats=["iso-8601"])
    commentaire = serializers.CharField(max_length=1000, required=False, allow_null=True, allow_blank=True)

    def validate_date_reponse(self, value: date | None) -> date | None:
        if value and value > timezone.localdate():
            raise serializers.ValidationError(_("La date est dans le futur."))
        return value


class AnswerBody(AnswerFields):
    """Validate an answer. `montantRecu` is required for `partiel` alone, and may be left out otherwise."""

    montant_recu = StrictIntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, allow_null=True)
    frais_demandes = StrictIntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, allow_null=True)


class AnswerLine(AnswerFields):
    """Validate a line of a file, whose cells are texts."""

    montant_recu = serializers.IntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, allow_null=True)
    frais_demandes = serializers.IntegerField(min_value=0, max_value=MAX_AMOUNT, required=False, allow_null=True)
    date_reponse = serializers.DateField(required=False, allow_null=True, input_formats=["iso-8601", "%d/%m/%Y"])


def parse_answer_line(cells: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return the values of a line of a file, or the sentences about its cells by column."""
    line = AnswerLine(data=cells | {name: cells[name].strip().lower() for name in ("recu", "moyen") if name in cells})
    if line.is_valid():
        return line.validated_data, {}
    return {}, {name: [str(sentence) for sentence in sentences] for name, sentences in line.errors.items()}


class SampledPaymentResponse(serializers.Serializer):
    id = serializers.UUIDField()
    reference = serializers.CharField()
    referenceOperateur = serializers.CharField(source="reference_operateur", allow_null=True)


class AnswerAuthor(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class AnswerResponse(CamelModelSerializer):
    """Describe a payment of a sample and its answer; `telephone` is present only for who may see contacts."""

    paiement = SampledPaymentResponse()
    nom_complet = serializers.CharField(source="paiement.nom_complet")
    code_menage = serializers.CharField(source="paiement.code_menage")
    telephone = serializers.SerializerMethodField()
    operateur = serializers.CharField(source="operateur_id", allow_null=True)
    region = serializers.SerializerMethodField()
    montant_verse = serializers.IntegerField()
    montant_recu = serializers.IntegerField(allow_null=True)
    frais_demandes = serializers.IntegerField(allow_null=True)
    ecart = serializers.BooleanField(source="is_difference")
    saisi_par = AnswerAuthor(allow_null=True)

    class Meta:
        model = ReceiptAnswer
        fields = [
            "id", "paiement", "nom_complet", "code_menage", "telephone", "operateur", "region", "montant_verse",
            "recu", "montant_recu", "frais_demandes", "moyen", "date_reponse", "commentaire", "ecart", "saisi_par",
            "updated_at",
        ]  # fmt: skip

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        if not self.context.get("contacts", True):
            del fields["telephone"]
        return fields

    def get_telephone(self, answer: ReceiptAnswer) -> str | None:
        return answer.paiement.telephone or answer.paiement.compte_mobile

    def get_region(self, answer: Any) -> dict[str, str] | None:
        return {"id": str(answer.region_id), "nom": answer.region_nom} if answer.region_id else None


class AnswerFileBody(ClosedSerializer):
    file = serializers.FileField(
        error_messages={"required": _("Joignez le fichier des réponses."), "empty": FILE_ERRORS["vide"]}
    )


class AnswerFaultResponse(serializers.Serializer):
    ligne = serializers.IntegerField()
    colonne = serializers.CharField()
    message = serializers.CharField()


class AnswerFileResponse(CamelSerializer):
    """Describe what a file of answers changed; `erreurs` are the refused lines."""

    lignes = serializers.IntegerField()
    traites = serializers.IntegerField()
    nb_erreurs = serializers.IntegerField()
    erreurs = AnswerFaultResponse(many=True)
