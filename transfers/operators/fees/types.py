"""Define the results of fee calculations. Amounts are whole XOF."""

from collections.abc import Sequence
from dataclasses import dataclass

from transfers.operators.models import FeeTranche, Operator


@dataclass(frozen=True)
class FeeCalculation:
    """Hold what a transfer costs: the only definition of net, fees and gross.

    Net is what the beneficiary receives, gross what leaves the account: net plus fees. Without a tranche that holds the
    amount, fees and gross are unknown (None).
    """

    montant_beneficiaire: int
    tranche: FeeTranche | None

    @property
    def taxe_administrative(self) -> int | None:
        return None if self.tranche is None else self.tranche.taxe_administrative

    @property
    def frais_retrait(self) -> int | None:
        return None if self.tranche is None else self.tranche.frais_retrait

    @property
    def frais_total(self) -> int | None:
        return None if self.tranche is None else self.tranche.cout_total

    @property
    def montant_total(self) -> int | None:
        return None if self.tranche is None else self.montant_beneficiaire + self.tranche.cout_total


@dataclass(frozen=True)
class OperatorFees:
    """Hold what a transfer costs with one operator."""

    operator: Operator
    fees: FeeCalculation


@dataclass(frozen=True)
class Gap:
    """Hold a range of amounts, both included, between two tranches."""

    montant_min: int
    montant_max: int


@dataclass(frozen=True)
class Schedule:
    """Hold the active tranches of an operator by amount, and the gaps between them."""

    operator: Operator
    tranches: Sequence[FeeTranche]
    gaps: Sequence[Gap]
