"""Say in words what agrees between a line and a payment."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from transfers.reconciliation.matching.engine.tables import Evidence

EVIDENCE_LABELS: Final[dict[str, Any]] = {
    Evidence.REFERENCE: _("même référence"),
    Evidence.REFERENCE_NORMALISEE: _("même référence, écrite autrement"),
    Evidence.REFERENCE_COUPEE: _("référence coupée"),
    Evidence.TELEPHONE: _("même téléphone"),
    Evidence.TELEPHONE_PROCHE: _("téléphone à un chiffre près"),
    Evidence.MONTANT_NET: _("même montant"),
    Evidence.MONTANT_BRUT: _("même montant, frais compris"),
    Evidence.MONTANT_PROCHE: _("montant proche"),
    Evidence.DATE: _("même jour"),
    Evidence.DATE_PROCHE: _("date proche"),
}


def describe_evidence(codes: Iterable[str]) -> list[str]:
    """Return what agrees, in words of the reader's language."""
    return [str(EVIDENCE_LABELS[code]) for code in codes if code in EVIDENCE_LABELS]
