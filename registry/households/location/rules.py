"""Check the positions of households, by the same SQL conditions for one form and for a million rows of a file.

Positions whose coordinates are swapped, have the wrong sign or are 0, 0 are refused. A position outside the country may
be right (a household across the border): it is only reported. Without region boundaries only 0, 0 is checked.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

# Degrees around the country's bounding box that still count as inside (about 27 km).
BORDER_MARGIN: Final = 0.25
POSITION_FAULTS: Final = {
    "position_zero": _("La position 0, 0 n'est pas celle d'un ménage : laissez vides les positions inconnues."),
    "inverse": _(
        "Latitude et longitude semblent inversées : la latitude est autour de %(latitude)s, la longitude "
        "autour de %(longitude)s."
    ),
    "signe": _("Le signe de la position semble faux : la longitude est autour de %(longitude)s (ouest négatif)."),
}
POSITION_ABROAD: Final = "hors_pays"


def _compose_inside_sql(longitude: str, latitude: str) -> str:
    return (
        f"({longitude} BETWEEN %(west)s - %(margin)s AND %(east)s + %(margin)s"
        f" AND {latitude} BETWEEN %(south)s - %(margin)s AND %(north)s + %(margin)s)"
    )


def compose_position_conditions(latitude: str, longitude: str, known: bool) -> list[tuple[str, str, str]]:
    """Return (SQL condition, column, code) for each fault of a position, of which at most one is true.

    `latitude` and `longitude` are SQL expressions in degrees; the conditions take the result of `find_country_box()` as
    parameters. `known` says whether there are region boundaries.
    """
    zero = f"({latitude} = 0 AND {longitude} = 0)"
    found = [(zero, "latitude", "position_zero")]
    if not known:
        return found
    outside = f"NOT {_compose_inside_sql(longitude, latitude)} AND NOT {zero}"
    swapped = _compose_inside_sql(latitude, longitude)
    mirrored = (
        f"({_compose_inside_sql(f'-{longitude}', latitude)} OR {_compose_inside_sql(longitude, f'-{latitude}')}"
        f" OR {_compose_inside_sql(f'-{longitude}', f'-{latitude}')})"
    )
    return [
        *found,
        (f"{outside} AND {swapped}", "latitude", "inverse"),
        (f"{outside} AND NOT {swapped} AND {mirrored}", "longitude", "signe"),
        (f"{outside} AND NOT {swapped} AND NOT {mirrored}", "latitude", POSITION_ABROAD),
    ]
