"""Check the invariants of beneficiaries, for `manage.py check_data`."""

from geo.layers.api import compare_cells

ROWS = "transfers_beneficiaire JOIN registry_menage AS menage ON menage.id = menage_id"


def check_cells() -> str | None:
    """Return what is wrong with the tallies by map cell, compared with the rows, or None."""
    return compare_cells("transfers_beneficiaire_cell", ROWS, counts_unplaced=True)
