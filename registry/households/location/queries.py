"""Find the country's extent, the areas of a household and the fault of a position."""

from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.utils.formats import localize

from config.sql import Queries
from registry.households.location.rules import BORDER_MARGIN, POSITION_FAULTS, compose_position_conditions
from registry.households.location.types import ParentAreas
from registry.households.models import Household

SQL: Final = Queries(__file__, "location.sql")


def find_country_box() -> dict[str, Any]:
    """Return the bounding box of the country and its centre, as parameters of `compose_position_conditions`. One query.

    `west`, `south`, `east`, `north`, `margin` and the rounded centre (`latitude`, `longitude`) are in degrees. Without
    region boundaries `known` is false, and box and centre are None.
    """
    box = SQL.fetch_one("measure_country")
    known = box["west"] is not None
    return box | {
        "latitude": round((box["south"] + box["north"]) / 2, 1) if known else None,
        "longitude": round((box["west"] + box["east"]) / 2, 1) if known else None,
        "known": known,
        "margin": BORDER_MARGIN,
    }


def find_position_fault(latitude: float, longitude: float) -> tuple[str, str] | None:
    """Return the field (`latitude` or `longitude`) and the message if a position must be refused, else None."""
    box = find_country_box()
    conditions = compose_position_conditions("%(y)s::float8", "%(x)s::float8", box["known"])
    cases = " ".join(
        f"WHEN {condition} THEN '{column} {code}'" for condition, column, code in conditions if code in POSITION_FAULTS
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT CASE {cases} END", box | {"y": latitude, "x": longitude})
        found = cursor.fetchone()[0]
    if found is None:
        return None
    column, code = found.split()
    return column, str(POSITION_FAULTS[code]) % (
        box | {name: localize(box[name]) for name in ("latitude", "longitude")}
    )


def find_region_at(longitude: float, latitude: float) -> UUID | None:
    """Return the id of the region whose boundary covers a point, or None."""
    found = SQL.fetch_column("find_region_at", {"lon": longitude, "lat": latitude})
    return found[0] if found else None


def find_parent_areas(household: Household) -> ParentAreas:
    """Return the parents of a household's areas, in one query."""
    areas = ("secteur_id", "commune_id", "localite_id")
    return SQL.fetch_object(ParentAreas, "find_parent_areas", {name: getattr(household, name) for name in areas})
