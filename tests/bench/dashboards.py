"""Measure dashboards over HTTP beside ended cycles and 200,000 complaints."""

from functools import partial
from typing import Final

from django.db import connection

from tests.bench.payment_data import SQL, fetch_value, find_paid_programme
from tests.bench.stage import Stage
from tests.bench.tools import Row, timed

COMPLAINTS: Final = 200_000
PATHS: Final = {
    "stats": "/api/dashboard/stats",
    "stats of a year": "/api/dashboard/stats?dateDebut=2024-01-01&dateFin=2024-12-31",
    "payments-chart": "/api/dashboard/payments-chart?periode=year",
    "regions-distribution": "/api/dashboard/regions-distribution",
    "complaints-overview": "/api/dashboard/complaints-overview",
    "recent-activity": "/api/dashboard/recent-activity?limit=50",
}


def insert_complaints() -> None:
    """Add complaints of two years about households, once: three of four are closed."""
    missing = COMPLAINTS - fetch_value("SELECT count(*) FROM transfers_plainte")
    if missing > 0:
        SQL.execute("insert_complaints", {"count": missing})
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE transfers_plainte")


def dashboards(stage: Stage) -> list[Row]:
    """Each endpoint, for all regions and for one."""
    find_paid_programme()
    insert_complaints()
    payments = fetch_value("SELECT sum(nombre)::bigint FROM transfers_paiement_total")
    region = fetch_value("SELECT id FROM geo_region ORDER BY code LIMIT 1")
    client = stage.client()
    rows = []
    for name, path in (PATHS | {"stats of a region": f"/api/dashboard/stats?region={region}"}).items():
        found = timed(partial(client.get, path), 30)
        work = f"dashboard over {payments:,} payments and {COMPLAINTS:,} complaints: {name}"
        rows.append(Row(work, "p95 < 50 ms", str(found), found.p95 < 50))
    return rows
