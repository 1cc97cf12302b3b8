"""Match amounts to tranches. Amounts are whole XOF."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from config.errors.problems import Problem
from transfers.operators.fees.types import FeeCalculation, Gap
from transfers.operators.models import FeeTranche


def calculate_fees(amount: int, tranches: Sequence[FeeTranche]) -> FeeCalculation:
    """Return what a transfer of `amount` costs by the active tranches of one operator, in the order of their amounts."""
    place = bisect_right(tranches, amount, key=lambda tranche: tranche.montant_min) - 1
    tranche = tranches[place] if place >= 0 else None
    return FeeCalculation(amount, tranche if tranche and amount <= tranche.montant_max else None)


def require_tranche(calculation: FeeCalculation) -> FeeTranche:
    """Return the tranche of a calculation. Raises CONSTRAINT_VIOLATION with the calculation when there is none."""
    if calculation.tranche is not None:
        return calculation.tranche
    message = _("Aucune tranche active ne contient le montant %(amount)s.") % {
        "amount": _separate_thousands(calculation.montant_beneficiaire)
    }
    missing = dict.fromkeys(("taxeAdministrative", "fraisRetrait", "fraisTotal", "montantTotal", "tranche"))
    shown = {"montantBeneficiaire": calculation.montant_beneficiaire, **missing, "erreur": message}
    raise Problem("CONSTRAINT_VIOLATION", message, data=shown)


def find_gaps(tranches: Sequence[FeeTranche]) -> list[Gap]:
    """Return the ranges of amounts that no tranche holds, between the first one and the last one."""
    return [
        Gap(before.montant_max + 1, after.montant_min - 1)
        for before, after in pairwise(tranches)
        if before.montant_max + 1 < after.montant_min
    ]


def describe_tranche(tranche: FeeTranche) -> str:
    """Describe the range of a tranche, such as `5 001 à 25 000 FCFA`."""
    low, high = _separate_thousands(tranche.montant_min), _separate_thousands(tranche.montant_max)
    return _("%(low)s à %(high)s FCFA") % {"low": low, "high": high}


def _separate_thousands(amount: int) -> str:
    return f"{amount:,}".replace(",", " ")
