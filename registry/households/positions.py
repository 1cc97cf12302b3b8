"""Check the positions of households, by the same SQL conditions for one form and for a million rows of a file.

Positions whose coordinates are swapped, have the wrong sign or are 0, 0 are refused. A position outside the country may
be right (a family across the border): it is only reported. Without region boundaries only 0, 0 is checked.
"""

from typing import Any, Final

from django.db import connection
from django.utils.translation import gettext_lazy as lazy

from config.sql import Queries

SQL = Queries(__file__, "households.sql")
# Degrees around the country's bounding box that still count as inside (about 27 km).
MARGIN: Final = 0.25
FAULTS: Final = {
    "position_zero": lazy("La position 0, 0 n'est pas celle d'un ménage : laissez vides les positions inconnues."),
    "inverse": lazy("Latitude et longitude semblent inversées : la latitude est autour de %(latitude)s, la longitude "
                    "autour de %(longitude)s."),
    "signe": lazy("Le signe de la position semble faux : la longitude est autour de %(longitude)s (ouest négatif)."),
}  # fmt: skip
ABROAD: Final = "hors_pays"


def find_country_box() -> dict[str, Any]:
    """Return the bounding box of the country and its centre, as parameters of `compose_fault_conditions`. One query.

    `west`, `south`, `east`, `north`, `margin` and the rounded centre (`latitude`, `longitude`) are in degrees. Without
    region boundaries `known` is false, and box and centre are None.
    """
    box = SQL.one("country")
    known = box["west"] is not None
    return box | {
        "latitude": round((box["south"] + box["north"]) / 2, 1) if known else None,
        "longitude": round((box["west"] + box["east"]) / 2, 1) if known else None,
        "known": known,
        "margin": MARGIN,
    }


def _compose_inside_sql(longitude: str, latitude: str) -> str:
    return (
        f"({longitude} BETWEEN %(west)s - %(margin)s AND %(east)s + %(margin)s"
        f" AND {latitude} BETWEEN %(south)s - %(margin)s AND %(north)s + %(margin)s)"
    )


def compose_fault_conditions(latitude: str, longitude: str, known: bool) -> list[tuple[str, str, str]]:
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
        + (f" OR {_compose_inside_sql(f'-{longitude}', f'-{latitude}')})")
    )
    return [
        *found,
        (f"{outside} AND {swapped}", "latitude", "inverse"),
        (f"{outside} AND NOT {swapped} AND {mirrored}", "longitude", "signe"),
        (f"{outside} AND NOT {swapped} AND NOT {mirrored}", "latitude", ABROAD),
    ]


def find_position_fault(latitude: float, longitude: float) -> tuple[str, str] | None:
    """Return the field (`latitude` or `longitude`) and the message if a position must be refused, else None."""
    box = find_country_box()
    tried = compose_fault_conditions("%(y)s::float8", "%(x)s::float8", box["known"])
    cases = " ".join(f"WHEN {condition} THEN '{column} {code}'" for condition, column, code in tried if code in FAULTS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT CASE {cases} END", box | {"y": latitude, "x": longitude})
        found = cursor.fetchone()[0]
    if found is None:
        return None
    column, code = found.split()
    return column, str(FAULTS[code]) % box
