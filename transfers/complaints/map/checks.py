"""Check the sums of complaints by map cell, for `manage.py check_data`."""

from geo.layers.api import compare_cells
from transfers.complaints.teams.models import Category

CELLS = "(SELECT * FROM transfers_plainte_cell WHERE {condition}) AS cell"
ALL = f"categorie <> '{Category.VBG}'"
ROWS = """(
  SELECT localite.geom, NULL::numeric AS score_pmt
  FROM transfers_plainte JOIN geo_localite AS localite ON localite.id = localite_id
  WHERE {condition}
) AS placed"""


def check_cells() -> str | None:
    """Return what is wrong with the sums by map cell, of all and of each category, compared with the rows, or None."""
    if found := compare_cells("transfers_plainte_cell", ROWS.format(condition=ALL)):
        return found
    for category in Category.values:
        condition = f"categorie = '{category}' AND {ALL}"
        if found := compare_cells(CELLS.format(condition=condition), ROWS.format(condition=condition)):
            return f"{category}: {found}"
    return None
