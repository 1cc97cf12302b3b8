"""Define the faults of accounts, and how they are shown and counted."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

MESSAGES: Final = {
    "compte manquant": _("Le compte manque."),
    "compte mal_forme": _("Le compte ne se lit pas comme un numéro de téléphone, un RIB ou un IBAN."),
    "compte refuse": _("L'opérateur ne connaît pas de tels numéros."),
    "compte cle": _("La clé du RIB ou de l'IBAN est fausse : un chiffre est mal recopié."),
    "compte inconnu": _("L'opérateur n'a pas de compte de ce numéro."),
    "compte indisponible": _("Chez l'opérateur, ce compte ne peut rien recevoir."),
    "compte non_inscrit": _("Ce numéro n'a pas encore de compte chez l'opérateur."),
    "nom autre": _("Chez l'opérateur, le compte est à un autre nom."),
    "nom manquant": _("Le nom manque."),
    "nom trop_long": _("Le nom est trop long pour l'opérateur."),
    "nom illisible": _("Le nom a des lettres que le fichier de l'opérateur ne peut pas contenir."),
    "montant hors_limites": _("Le montant n'est pas entre les limites de l'opérateur."),
}


def build_operator_fault(payment_id: UUID, reference: str, faults: list[str]) -> dict[str, Any]:
    """Return what an operator objects to in a payment, as the result of a job shows it."""
    return {
        "paiementId": str(payment_id),
        "reference": reference,
        "problemes": [describe_fault(each) for each in faults],
    }


def describe_fault(fault: str) -> dict[str, str]:
    """Return a fault, given as `<field> <code>`, as the API shows it."""
    field, code = fault.split(" ")
    return {"champ": field, "code": code, "message": str(MESSAGES[fault])}


def build_totals(verified: int, faulty: int, by_fault: Mapping[str, int]) -> dict[str, Any]:
    """Return the counts of a check: of payments, and of faults by field and code."""
    counts: dict[str, dict[str, int]] = {}
    for fault, number in sorted(by_fault.items()):
        field, code = fault.split(" ")
        counts.setdefault(field, {})[code] = number
    return {"verifies": verified, "valides": verified - faulty, "aCorriger": faulty, "parChamp": counts}
