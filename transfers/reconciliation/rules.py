"""Hold the constants of reconciliation."""

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
