"""The list of 50,000 users, for who administers all regions, one, or three."""

from typing import Any

from accounts.roles.models import Role
from accounts.tokens.services import open_session
from accounts.users.models import User
from config.ids import uuid7
from config.sql import Queries
from geo.areas.models import Region
from tests.bench.stage import Stage
from tests.bench.tools import Row, Times, timed

SQL = Queries(__file__, "people.sql")
PEOPLE = 50_000
BAR = 50  # milliseconds
ASKED = ("", "?limit=100", "?page=20&limit=20", "?search=mane", "?role=ROLE_AGENT", "?isActive=true")
TURNS = 40


def administrator(*regions: Any) -> str:
    """The token of a new administrator of these regions, or of all."""
    user = User.objects.create(email=f"banc-{uuid7()}@tabanca.example", role=Role.objects.get(code="ROLE_ADMIN"))
    user.regions.set(regions)
    return open_session(user=user).access_token


def users(stage: Stage) -> list[Row]:
    if User.objects.count() < PEOPLE:
        SQL.execute("fill", {"count": PEOPLE})
        with stage.database() as database:
            database.execute("VACUUM ANALYZE accounts_user")
            database.execute("VACUUM ANALYZE geo_region_user")
    regions = list(Region.objects.order_by("code"))
    client = stage.client()
    rows = []
    for who, scope in (("all regions", []), ("one region", regions[:1]), ("three regions", regions[:3])):
        client.token = administrator(*scope)
        found: dict[str, Times] = {
            asked: timed(lambda asked=asked: client.get(f"/api/users{asked}"), TURNS) for asked in ASKED
        }
        worst = max(found, key=lambda asked: found[asked].p95)
        rows.append(
            Row(
                f"GET /api/users of {PEOPLE:,}, {who}, {len(ASKED)} filters",
                f"p95 < {BAR} ms",
                f"first page {found['']}; worst ({worst or 'first page'}) p95 {found[worst].p95:.1f} ms",
                found[worst].p95 < BAR,
            )
        )
    return rows
