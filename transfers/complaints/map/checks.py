"""Check the sums of complaints by map cell, for `manage.py check_data`."""

from geo.layers.api import compare_cells

ROWS = """(
  SELECT localite.geom, NULL::numeric AS score_pmt
  FROM transfers_plainte JOIN geo_localite AS localite ON localite.id = localite_id
  WHERE categorie <> 'vbg'
) AS placed"""


def check_cells() -> str | None:
    """Return what is wrong with the sums by map cell, compared with the rows, or None."""
    return compare_cells("transfers_plainte_cell", ROWS)
