"""Hold the constants of reconciliation, and tell whether an amount has the fees in it."""

from typing import Any, Final

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


def has_fees(said: Any, paid: Any, fees: Any, ordered: Any, is_gross: Any) -> Any:
    """Return whether an amount that somebody says of a payment has our fees in it; of numbers, or of arrays of them.

    `paid` is what arrived as far as we know, `ordered` what was to arrive, and `is_gross` whether the file itself says that
    the fees are in it. Where it does not, the nearest of the two amounts, with the fees or without, tells. What agrees to
    the franc with what arrived and its fees comes before what agrees with the order alone.
    """
    net, gross = abs(said - paid), abs(said - paid - fees)
    net_order, gross_order = abs(said - ordered), abs(said - ordered - fees)
    nearest = (gross < net) & (gross <= net_order) | (gross_order < net) & (gross_order < net_order)
    return (fees > 0) & (is_gross | nearest)


def build_has_fees_sql(*, said: str, paid: str, fees: str, ordered: str, is_gross: str = "false") -> str:
    """Return `has_fees` as a condition of SQL, of these expressions."""
    net, gross = f"abs({said} - {paid})", f"abs({said} - {paid} - {fees})"
    net_order, gross_order = f"abs({said} - {ordered})", f"abs({said} - {ordered} - {fees})"
    nearest = f"{gross} < {net} AND {gross} <= {net_order} OR {gross_order} < {net} AND {gross_order} < {net_order}"
    return f"({fees} > 0 AND ({is_gross} OR {nearest}))"
