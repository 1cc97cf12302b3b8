"""A household whose region is not known is seen by nobody who is bound to regions: no list, count, export or tile."""

from typing import Any

from django.contrib.gis.geos import Point

from registry.households.models import HeadOfHousehold, Household
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, call, content
from tests.conftest import Api, make_user

MARK = "NULLEPART"
READS = [path for path, method in CASES if method == "get" and ROUTES[path].scoped]


def lost() -> Household:
    row = Household.objects.create(code_menage=f"M-{MARK}", taille_menage=4, geom=Point(-15.2, 12.6, srid=4326))
    HeadOfHousehold.objects.create(menage=row, nom_complet=f"Chef {MARK}", telephone="+245955999999")
    return row


def answers(caller: Api, world: Any) -> dict[str, bytes]:
    """What the caller reads, by address and variant."""
    return {
        f"{path} {number}": content(call(caller, path, "get", world, "west", variant))
        for path in READS
        for number, variant in enumerate(ROUTES[path].variants())
    }


def test_rows_of_no_region_are_seen_by_nobody_scoped(world: Any) -> None:
    row = lost()
    caller = Api(make_user("ROLE_SUPER_ADMIN", world.west.region, world.east.region))
    seen = [
        name for name, body in answers(caller, world).items() if MARK.encode() in body or str(row.id).encode() in body
    ]
    assert seen == []
    everywhere = Api(make_user("ROLE_SUPER_ADMIN"))
    assert any(MARK.encode() in body for body in answers(everywhere, world).values())
    for path, totals in (
        ("/api/menages", lambda data: data["pagination"]["total"]),
        ("/api/menages/stats/summary", lambda data: data["data"]["general"]["total"]),
        ("/api/menages/pre-collecte", lambda data: data["pagination"]["total"]),
    ):
        assert totals(everywhere.get(path).json()) == totals(caller.get(path).json()) + 1, path
