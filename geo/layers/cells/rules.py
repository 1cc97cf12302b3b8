"""Define the zooms and the sums of map cells."""

from typing import Final

# Zooms whose cells are stored. A tile reads the coarsest stored zoom that is fine enough: as they are three zooms
# apart, it adds up at most 64 stored cells for each cell in the tile.
STORED_ZOOMS: Final = (8, 11, 14, 17)
FINEST_ZOOM: Final = STORED_ZOOMS[-1]
CELL_SUM_FIELDS: Final = ("n", "avec_pmt", "somme_pmt", "somme_lon", "somme_lat")


def choose_stored_zoom(wanted: int) -> int:
    """Return the coarsest stored zoom whose cells are at most as large as those of `wanted`."""
    return next((zoom for zoom in STORED_ZOOMS if zoom >= wanted), FINEST_ZOOM)
