"""What must hold among beneficiaries, for `manage.py check_data`."""

from geo.layers.invariants import compare_cells

ROWS = "transfers_beneficiaire JOIN registry_menage AS menage ON menage.id = menage_id"


def check_cells() -> str | None:
    """The kept sums by map cell are those of the rows."""
    return compare_cells("transfers_beneficiaire_cell", ROWS)
