"""Say who does which measure, where, and how one sees that it is done."""

import hashlib
from typing import Final

from transfers.complaints.measures.models import MeasureKind
from transfers.complaints.models import Complaint

# The permission of the operation that does it.
PERMISSIONS: Final[dict[str, str]] = {
    MeasureKind.RELANCER_PAIEMENT: "transferts.executer",
    MeasureKind.ROUVRIR_COLLECTE: "registre.valider",
    MeasureKind.CORRIGER_COMPTE: "transferts.modifier",
}


def find_address(kind: str, complaint: Complaint) -> str | None:
    """Return the address of what does a measure; None when the complaint names nothing that it could be done to."""
    if kind == MeasureKind.RELANCER_PAIEMENT and complaint.paiement_id:
        return f"/api/paiements/{complaint.paiement_id}/relancer"
    if kind == MeasureKind.ROUVRIR_COLLECTE and complaint.menage_id:
        return f"/api/menages/{complaint.menage_id}/rouvrir-collecte"
    if kind == MeasureKind.CORRIGER_COMPTE and complaint.beneficiaire_id:
        return f"/api/beneficiaires/{complaint.beneficiaire_id}"
    return None


def describe_state(kind: str, complaint: Complaint) -> str:
    """Return a hash of what a measure is to change; it needs the payment, household or beneficiary."""
    payment, household, owner = complaint.paiement, complaint.menage, complaint.beneficiaire
    state: tuple[object, ...] = ()
    if kind == MeasureKind.RELANCER_PAIEMENT and payment:
        state = (payment.statut,)
    elif kind == MeasureKind.ROUVRIR_COLLECTE and household:
        state = (household.statut_collecte, household.statut)
    elif kind == MeasureKind.CORRIGER_COMPTE and owner:
        state = (owner.compte_mobile, owner.compte_bancaire, owner.numero_op_b)
    return hashlib.sha256(repr(state).encode()).hexdigest()
