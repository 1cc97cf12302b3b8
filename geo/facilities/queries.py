"""Reading places of service."""

from config.sql import Queries

SQL = Queries(__file__, "facilities.sql")


def reference_point(name: str) -> tuple[float, float] | None:
    """Longitude and latitude of the place that distances are given to, or None when no place has this name.

    Not a row that the caller reads: a landmark of the map, the same for everybody.
    """
    found = SQL.rows("reference_point", {"name": name})
    return (found[0]["lon"], found[0]["lat"]) if found else None
