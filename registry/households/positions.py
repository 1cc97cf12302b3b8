"""What is wrong with a household's position: one rule for the form and for a million rows of a file.

Coordinates that were swapped, lost their sign or say 0, 0 are mistakes and refused. A position outside the country may
be true (a family across the border): it is only told. Without boundaries nothing is known of the country.
"""

from typing import Any, Final

from django.db import connection
from django.utils.translation import gettext_lazy as lazy

from config.sql import Queries

SQL = Queries(__file__, "households.sql")
# Degrees around the country's box that still count as inside (about 27 km).
MARGIN: Final = 0.25
FAULTS: Final = {
    "position_zero": lazy("La position 0, 0 n'est pas celle d'un ménage : laissez vides les positions inconnues."),
    "inverse": lazy("Latitude et longitude semblent inversées : la latitude est autour de %(latitude)s, la longitude "
                    "autour de %(longitude)s."),
    "signe": lazy("Le signe de la position semble faux : la longitude est autour de %(longitude)s (ouest négatif)."),
}  # fmt: skip
ABROAD: Final = "hors_pays"


def country() -> dict[str, Any]:
    """The box of the country (`west`, `south`, `east`, `north` in degrees) and its middle (`latitude`, `longitude`);
    nulls without boundaries (`known` is false)."""
    box = SQL.one("country")
    known = box["west"] is not None
    return box | {
        "latitude": round((box["south"] + box["north"]) / 2, 1) if known else None,
        "longitude": round((box["west"] + box["east"]) / 2, 1) if known else None,
        "known": known,
        "margin": MARGIN,
    }


def _inside(longitude: str, latitude: str) -> str:
    return (
        f"({longitude} BETWEEN %(west)s - %(margin)s AND %(east)s + %(margin)s"
        f" AND {latitude} BETWEEN %(south)s - %(margin)s AND %(north)s + %(margin)s)"
    )


def conditions(latitude: str, longitude: str, known: bool) -> list[tuple[str, str, str]]:
    """(SQL condition, column, code) of each fault, over two SQL expressions in degrees, with the parameters of
    `country()`. Of one position at most one holds. `known`: whether there are boundaries."""
    zero = f"({latitude} = 0 AND {longitude} = 0)"
    found = [(zero, "latitude", "position_zero")]
    if not known:
        return found
    outside = f"NOT {_inside(longitude, latitude)} AND NOT {zero}"
    swapped = _inside(latitude, longitude)
    mirrored = f"({_inside(f'-{longitude}', latitude)} OR {_inside(longitude, f'-{latitude}')}" + (
        f" OR {_inside(f'-{longitude}', f'-{latitude}')})"
    )
    return [
        *found,
        (f"{outside} AND {swapped}", "latitude", "inverse"),
        (f"{outside} AND NOT {swapped} AND {mirrored}", "longitude", "signe"),
        (f"{outside} AND NOT {swapped} AND NOT {mirrored}", "latitude", ABROAD),
    ]


def mistake(latitude: float, longitude: float) -> tuple[str, str] | None:
    """The field (`latitude` or `longitude`) and the sentence when this position is a mistake."""
    box = country()
    tried = conditions("%(y)s::float8", "%(x)s::float8", box["known"])
    cases = " ".join(f"WHEN {condition} THEN '{column} {code}'" for condition, column, code in tried if code in FAULTS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT CASE {cases} END", box | {"y": latitude, "x": longitude})
        found = cursor.fetchone()[0]
    if found is None:
        return None
    column, code = found.split()
    return column, str(FAULTS[code]) % box
