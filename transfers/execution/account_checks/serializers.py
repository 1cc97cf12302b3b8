"""Define the query and the response of a check of accounts."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import PageParams
from config.api.serializers import CamelSerializer

MESSAGES: Final = {
    "compte manquant": _("Le compte manque."),
    "compte mal_forme": _("Le compte ne se lit pas comme un numéro de téléphone, un RIB ou un IBAN."),
    "compte refuse": _("L'opérateur ne connaît pas de tels numéros."),
    "compte cle": _("La clé du RIB ou de l'IBAN est fausse : un chiffre est mal recopié."),
    "nom manquant": _("Le nom manque."),
    "nom trop_long": _("Le nom est trop long pour l'opérateur."),
    "nom illisible": _("Le nom a des lettres que le fichier de l'opérateur ne peut pas contenir."),
    "montant hors_limites": _("Le montant n'est pas entre les limites de l'opérateur."),
}


class AccountCheckParams(PageParams):
    operateur = serializers.CharField(required=False, max_length=30)


class AccountFaultResponse(serializers.Serializer):
    champ = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class CheckedPaymentResponse(CamelSerializer):
    """Describe a payment to correct; `compte` is shown to who may see contacts."""

    paiement_id = serializers.UUIDField()
    reference = serializers.CharField()
    nom_complet = serializers.CharField()
    code_menage = serializers.CharField()
    compte = serializers.CharField(allow_null=True)
    problemes = AccountFaultResponse(many=True)


def build_checked_payment(row: dict[str, Any], contacts: bool) -> dict[str, Any]:
    """Return a payment to correct as the API shows it."""
    return {
        "paiementId": row["paiement_id"],
        "reference": row["reference"],
        "nomComplet": row["nom_complet"],
        "codeMenage": row["code_menage"],
        "compte": row["compte"] if contacts else None,
        "problemes": [_build_fault(fault) for fault in row["faults"]],
    }


def _build_fault(fault: str) -> dict[str, str]:
    field, code = fault.split(" ")
    return {"champ": field, "code": code, "message": str(MESSAGES[fault])}


def build_totals(verified: int, faulty: int, by_fault: dict[str, int]) -> dict[str, Any]:
    """Return the counts of a check: of payments, and of faults by field and code."""
    counts: dict[str, dict[str, int]] = {}
    for fault, number in sorted(by_fault.items()):
        field, code = fault.split(" ")
        counts.setdefault(field, {})[code] = number
    return {"verifies": verified, "valides": verified - faulty, "aCorriger": faulty, "parChamp": counts}
