"""Hold the constants of reconciliation, and calculate rates."""

from typing import Final

# Who may reconcile, and who may look.
RECONCILE: Final = "transferts.rapprocher"
READ: Final = "transferts.lire"
# Who sees telephones.
CONTACTS: Final = "registre.voir_contacts"
# A lower rate is said when a session is finalised, and does not stop it (percent).
RECOMMENDED_RATE: Final = 95
# Media types of statements: tables, and messages of banks.
STATEMENT_KINDS: Final = frozenset(
    {
        "text/csv",
        "text/plain",
        "application/xml",
        "application/vnd.ms-excel",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }
)


def compute_rate(pairs: int, expected: int) -> float:
    """Return the share of the expected payments that have a line, in percent; 100 when none is expected."""
    return round(100 * pairs / expected, 2) if expected else 100.0
