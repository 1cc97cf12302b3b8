"""Check the sums of complaints by map cell, for `manage.py check_data`."""

from geo.layers.api import compare_cells
from transfers.complaints.teams.models import Category

CELLS = "(SELECT * FROM transfers_plainte_cell WHERE categorie = '{category}') AS cell"
ROWS = """(
  SELECT localite.geom, NULL::numeric AS score_pmt
  FROM transfers_plainte JOIN geo_localite AS localite ON localite.id = localite_id
  WHERE categorie = '{category}'
) AS placed"""


def check_cells() -> str | None:
    """Return what is wrong with the sums by map cell of a category, compared with its rows, or None."""
    for category in Category.values:
        if category == Category.VBG:
            continue
        if found := compare_cells(CELLS.format(category=category), ROWS.format(category=category)):
            return f"{category}: {found}"
    return None
