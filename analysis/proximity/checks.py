"""Check the nearest-service table for `manage.py check_data`."""

from django.db import connection

# There is one row for each household with a position and for no other, with the areas of the household (decision 0052).
MISMATCHES_SQL = """
SELECT count(*) FROM analysis_nearest_service AS n
FULL JOIN (SELECT id, region_id, secteur_id, localite_id FROM registry_menage WHERE geom IS NOT NULL) AS m
  ON m.id = n.menage_id
WHERE m.id IS NULL OR n.menage_id IS NULL
   OR (n.region_id, n.secteur_id, n.localite_id) IS DISTINCT FROM (m.region_id, m.secteur_id, m.localite_id)
"""


def check_nearest_services() -> str | None:
    """Describe how many households have a missing, superfluous or outdated row of nearest services, or return None."""
    with connection.cursor() as cursor:
        cursor.execute(MISMATCHES_SQL)
        astray = cursor.fetchone()[0]
    return f"{astray} households differ from their nearest services: run manage.py rebuild_nearest" if astray else None
