"""Look up coordinate systems by their EPSG code."""

from django.db import connection

KNOWN = "SELECT EXISTS (SELECT FROM spatial_ref_sys WHERE srid = %s AND auth_name = 'EPSG')"


def parse_srid(code: str) -> int:
    """Return the number of a code such as `EPSG:32628`."""
    return int(code.rpartition(":")[2])


def is_known_crs(srid: int) -> bool:
    """Return whether the database can transform coordinates of this system to degrees."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, [srid])
        return cursor.fetchone()[0]
