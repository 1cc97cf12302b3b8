"""Define the fees of the payments of a cycle. Amounts are whole XOF."""

from dataclasses import dataclass
from typing import Any

from config.paging import Page
from transfers.operators.fees.api import FeeCalculation, describe_tranche
from transfers.operators.models import Operator
from transfers.payments.models import Payment


@dataclass(frozen=True)
class FeeTotals:
    """Hold sums over many payments; the fees are those of payments whose amount a tranche holds.

    `montant_sans_tranche` is the smallest amount that no tranche holds.
    """

    nb_paiements: int = 0
    total_montant_beneficiaires: int = 0
    total_frais: int = 0
    nb_sans_tranche: int = 0
    montant_sans_tranche: int | None = None

    @property
    def total_montant_transaction(self) -> int:
        return self.total_montant_beneficiaires + self.total_frais


@dataclass(frozen=True)
class PaymentFees:
    """Hold a payment and what it costs."""

    payment: Payment
    fees: FeeCalculation

    def build_response(self) -> dict[str, Any]:
        """Return one of the documented `details`."""
        fees, tranche = self.fees, self.fees.tranche
        return {
            "paiementId": str(self.payment.id),
            "beneficiaire": self.payment.nom_complet,
            "montantBeneficiaire": fees.montant_beneficiaire,
            "taxeAdministrative": fees.taxe_administrative,
            "fraisRetrait": fees.frais_retrait,
            "fraisTotal": fees.frais_total,
            "montantTotal": fees.montant_total,
            "tranche": tranche and {"numero": tranche.numero_tranche, "label": describe_tranche(tranche)},
        }


@dataclass(frozen=True)
class FeeBatch:
    """Hold the fees of the payments of a cycle with one operator: sums of all, and one page of payments.

    `other_operators` counts the payments left out, because the schedule of their operator is another one.
    """

    operator: Operator
    totals: FeeTotals
    page: Page
    other_operators: int = 0

    def build_response(self) -> dict[str, Any]:
        """Return the documented answer, also as the result of a job."""
        return {
            "totalMontantBeneficiaires": self.totals.total_montant_beneficiaires,
            "totalFrais": self.totals.total_frais,
            "totalMontantTransaction": self.totals.total_montant_transaction,
            "nbPaiements": self.totals.nb_paiements,
            "nbSansTranche": self.totals.nb_sans_tranche,
            "nbAutresOperateurs": self.other_operators,
            "operateur": self.operator.code,
            "operateurLabel": self.operator.label,
            "details": [row.build_response() for row in self.page.items],
        }
