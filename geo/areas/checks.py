"""Check invariants between areas and users for `manage.py check_data`."""

from django.db import connection

MISMATCHED_REGIONS_SQL = """
SELECT count(*) FROM accounts_user AS account LEFT JOIN (
  SELECT user_id, array_agg(region_id ORDER BY region_id) AS ids FROM geo_region_user GROUP BY user_id
) AS linked ON linked.user_id = account.id
WHERE coalesce(linked.ids, '{}') IS DISTINCT FROM ARRAY(SELECT unnest(account.regions_liees) ORDER BY 1)
"""


def check_regions_of_users() -> str | None:
    """Describe how many users have `regions_liees` that differ from their links to regions, or return None."""
    with connection.cursor() as cursor:
        cursor.execute(MISMATCHED_REGIONS_SQL)
        count = cursor.fetchone()[0]
    return f"{count} users have others than their links say" if count else None
