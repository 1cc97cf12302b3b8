"""Offer rules the density of registered households around each household."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from transfers.eligibility.types import HOUSEHOLD, NUMBER, EligibilityField, FieldSource

DENSITY_SOURCE: Final = "density of households"
# Map cells of zoom 14 are about 2.4 km wide at the equator: the surroundings that are walked.
ZOOM: Final = 14
# The equator of Web Mercator's sphere, in kilometres (2 pi x 6378.137).
EQUATOR_KM: Final = 40_075.016686
# A cell's side on the ground is its side at the equator x cos(latitude); on the map's sphere cos(latitude) is
# 1 / cosh(pi (1 - 2 y)), where y is the cell's middle as a part of the map's height (Snyder 1987, equation 7-2).
_CELL_KM2: Final = f"power({EQUATOR_KM} / (1 << {ZOOM}) / cosh(pi() * (1 - 2 * (y + 0.5) / (1 << {ZOOM}))), 2)"
_PLACE: Final = f"(tile_x(ST_X(m.geom), {ZOOM}), tile_y(ST_Y(m.geom), {ZOOM}))"
_CELLS: Final = (
    f"SELECT x, y, round((sum(n) / {_CELL_KM2})::numeric, 1) AS menages_km2 FROM registry_menage_cell WHERE z = {ZOOM}"
)

DENSITY: Final = FieldSource(
    join=f"LEFT JOIN ({_CELLS} GROUP BY x, y) AS voisinage ON (voisinage.x, voisinage.y) = {_PLACE}",
    few_join=f"LEFT JOIN LATERAL ({_CELLS} AND (x, y) = {_PLACE} GROUP BY x, y) AS voisinage ON true",
    fields=(
        EligibilityField(
            name="menagesParKm2",
            category=HOUSEHOLD,
            kind=NUMBER,
            label=_("Densité des ménages enregistrés alentour"),
            sql="voisinage.menages_km2",
            unit=_("ménages par km²"),
            source=DENSITY_SOURCE,
        ),
    ),
)
