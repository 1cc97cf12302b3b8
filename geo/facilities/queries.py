"""Query facilities."""

from config.sql import Queries

SQL = Queries(__file__, "facilities.sql")


def find_reference_point(name: str) -> tuple[float, float] | None:
    """Return longitude and latitude of the locality or secteur of this name, or None when there is none.

    The scope of the caller does not apply: it is a landmark of the map, the same for every user.
    """
    found = SQL.fetch_rows("reference_point", {"name": name})
    return (found[0]["lon"], found[0]["lat"]) if found else None
