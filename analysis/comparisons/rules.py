"""Name what can be compared at two dates, and the permission that each needs besides that of analyses."""

from typing import Final

HOUSEHOLDS, BENEFICIARIES, PAYMENTS, AMOUNT, COMPLAINTS = "menages", "beneficiaires", "paiements", "montant", "plaintes"
PERMISSIONS: Final = {
    HOUSEHOLDS: "registre.lire",
    BENEFICIARIES: "transferts.lire",
    PAYMENTS: "transferts.lire",
    AMOUNT: "transferts.lire",
    COMPLAINTS: "plaintes.lire",
}
FIGURES: Final = tuple(PERMISSIONS)
LEVELS: Final = ("region", "secteur")


def compute_variation(before: int, after: int) -> float | None:
    """Return by how many percent `after` is more than `before`; None when there was nothing before."""
    return round(100 * (after - before) / before, 2) if before else None
