"""A shelter is nowhere for who may not see it: every route is walked, and the canary searched for in what it answers."""

from django.contrib.gis.geos import Point

from accounts.roles.models import Role
from accounts.roles.rules import ALL_PERMISSIONS
from geo.facilities.models import VbgAgent, VbgService
from tests.api.routes import ROUTES
from tests.api.test_matrix import CASES, call, content
from tests.conftest import Api, make_user
from tests.walk import walk

RIGHT = "vbg.voir_services_restreints"
# Routes that show the shelter to who holds the right: without them the walk would prove nothing.
SHOWING = {
    "api/services-vbg",
    "api/services-vbg/carte",
    "api/carte/services-vbg",
    "api/audit",
}
READS = [(path, method) for path, method in CASES if method == "get" or (method == "post" and ROUTES[path].reads)]


def add_shelter(world):
    shelter = VbgService.objects.create(
        nom="Kasaskondida",
        code="ABRISECRET",
        type="hebergement",
        region=world.west.region,
        secteur=world.west.secteur,
        localite=world.west.localite,
        geom=Point(-15.512345, 12.612345, srid=4326),
        telephone="+245955777123",
        adresse="Ruaskondida",
    )
    VbgAgent.objects.create(service=shelter, nom="Agenteskondida")
    return shelter


def marks_of(shelter):
    words = ("kondida", "ABRISECRET", "955777123", "15.512345", "12.612345", str(shelter.id))
    return [word.encode() for word in words]


def holder(*permissions, region=None):
    user = make_user("ROLE_USER", *([region] if region else []))
    user.role = Role.objects.create(code="ROLE_ESSAI", nom="Essai", permissions=sorted(permissions))
    user.save()
    return Api(user)


def test_no_route_shows_a_shelter(world):
    marks = marks_of(add_shelter(world))
    caller = holder(*(ALL_PERMISSIONS - {RIGHT}))

    def check(case):
        path, method = case
        for variant in ROUTES[path].variants():
            body = content(call(caller, path, method, world, "west", variant))
            assert [mark for mark in marks if mark in body] == []

    walk(READS, check)


def test_who_holds_the_right_sees_it_there(world):
    shelter = add_shelter(world)
    caller = holder(*ALL_PERMISSIONS)
    for path in SHOWING:
        body = content(call(caller, path, "get", world, "west"))
        assert str(shelter.id).encode() in body, path


def test_tiles_are_other_ones_for_who_holds_the_right(world):
    add_shelter(world)
    path = "/api/carte/tuiles/services_vbg/6/29/29.mvt"
    user = make_user("ROLE_USER")
    user.role = Role.objects.create(code="ROLE_ESSAI", nom="Essai", permissions=sorted(ALL_PERMISSIONS))
    user.save()
    with_right = Api(user).get(path)
    assert b"kondida" in with_right.content
    user.role.permissions = sorted(ALL_PERMISSIONS - {RIGHT})
    user.role.save()
    after = Api(user).get(path, headers={"If-None-Match": with_right["ETag"]})
    assert after.status_code == 200 and b"kondida" not in after.content
