"""A shelter makes no difference: who may not see it gets the same answers, counts, tags and distances as without it.

What one answer hides, two may tell: a count before and after, a distance to the nearest, a rate of coverage, the version
of a tile. So everything is asked before there is a shelter and after, byte for byte and tag for tag.
"""

import re
from itertools import product
from typing import Any

import pytest
from django.contrib.gis.geos import Point
from django.core.cache import cache

from accounts.roles.models import Role
from accounts.roles.rules import ALL_PERMISSIONS, SYSTEM_ROLES
from geo.areas.models import Locality, Sector
from geo.facilities.models import School, VbgService
from tests.api.routes import ROUTES
from tests.api.test_matrix import call, content
from tests.api.test_shelters import READS, RIGHT, add_shelter
from tests.conftest import Api, make_user

Asked = dict[str, tuple[int, str | None, bytes]]
# What changes from one call to the next by itself: moments, and the ids of jobs and of new rows.
# Of a synchronisation, how far it has read: it counts the transactions of all databases of the server.
MOVING = re.compile(
    rb"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb'|(?<="curseur":")[\w:-]+'
)
# Routes that may know of services or of places; the walk of test_shelters looks into all others for the shelter itself.
WATCHED = re.compile(
    r"^(ogc|api/(carte|services-vbg|vbg|dashboard|regions|secteurs|communes|localites)\b)"
    r"|menages/<uuid:identity>(/parcours|/historique)?$|^api/(menages|plaintes|beneficiaires)$"
)
PLACE = {"lat": 12.61, "lng": -15.51, "radius": 50_000}
NEAR = {"latitude": 12.61, "longitude": -15.51}
# Questions about services for survivors near the shelter, beside what the routes ask anyway.
QUESTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("post", "/api/carte/analyse/proximite", {**PLACE, "types": ["services_vbg", "menages"]}),
    *(
        ("post", "/api/carte/analyse/couverture", {"type": "services_vbg", "rayon": radius, "niveau": level})
        for radius, level in product((1_000, 5_000, 30_000), ("region", "secteur", "localite"))
    ),
    ("post", "/api/services-vbg/orientation", NEAR),
    ("post", "/api/services-vbg/orientation/fiche", NEAR),
    *(
        ("get", f"/api/carte/export/geojson?type={kind}&format={form}", {})
        for kind, form in product(("services_vbg", "menages", "localites"), ("geojson", "csv"))
    ),
    *(
        ("get", f"/api/carte/tuiles/services_vbg/{zoom}/{x}/{y}.mvt", {})
        for zoom, x, y in ((6, 29, 29), (10, 467, 475), (14, 7_486, 7_613))
    ),
    ("get", "/api/carte/tuiles/services_vbg/tilejson.json", {}),
    ("get", "/ogc/collections/services_vbg", {}),
    ("get", "/ogc/collections/services_vbg/items?bbox=-15.6,12.5,-15.4,12.7", {}),
    ("get", "/ogc/collections/services_vbg/tiles/WebMercatorQuad/10/475/467", {}),
    ("get", "/api/services-vbg?search=kondida", {}),
    ("get", "/api/services-vbg?typeService=hebergement", {}),
    *(
        ("post", "/api/carte/assistant", {"question": text})
        for text in (
            "Combien de services VBG ?",
            "Service VBG le plus proche de Cutia",
            "Où se trouve Kasaskondida ?",
            "Services VBG par région",
            "Ménages à plus de 5 km d'un service VBG",
        )
    ),
]


def holder(*permissions: str) -> Api:
    user = make_user("ROLE_USER")
    user.role = Role.objects.create(code=f"ROLE_{len(permissions)}", nom="Essai", permissions=sorted(permissions))
    user.save()
    return Api(user)


def ask_all(caller: Api, world: Any) -> Asked:
    """Everything that the caller may read, by what was asked."""
    cache.clear()
    told: Asked = {}
    for path, method in READS:
        if not WATCHED.search(path) or ROUTES[path].before:
            continue
        for number, variant in enumerate(ROUTES[path].variants()):
            told[f"{method} {path} {number}"] = note(call(caller, path, method, world, "west", variant))
    for method, path, body in QUESTIONS:
        told[f"{method} {path} {body}"] = note(getattr(caller, method)(path, body or None))
    return told


def note(answer: Any) -> tuple[int, str | None, bytes]:
    return answer.status_code, answer.headers.get("ETag"), MOVING.sub(b"*", content(answer))


def differences(before: Asked, after: Asked) -> set[str]:
    return {asked for asked in before if before[asked] != after[asked]}


def test_a_shelter_changes_no_answer_of_who_may_not_see_it(world):
    callers = {"all but the right": holder(*(ALL_PERMISSIONS - {RIGHT})), "all": holder(*ALL_PERMISSIONS)}
    before = {name: ask_all(caller, world) for name, caller in callers.items()}
    add_shelter(world)
    after = {name: ask_all(caller, world) for name, caller in callers.items()}
    assert sorted(differences(before["all but the right"], after["all but the right"])) == []
    seen = differences(before["all"], after["all"])
    # Without these the test would prove nothing: who holds the right does see it there.
    for part in (
        "api/services-vbg 0",
        "stats/overview",
        "services-vbg/carte",
        "orientation ",
        "tuiles/services_vbg/14",
    ):
        assert any(part in asked for asked in seen), (part, seen)
    assert len(seen) >= 12, seen


@pytest.mark.slow
def test_no_system_role_but_that_of_survivors_meets_a_difference(world):
    roles = {role: Api(make_user(role, world.west.region, world.east.region)) for role in SYSTEM_ROLES}

    def ask(caller: Api) -> Asked:
        cache.clear()
        return {
            f"{method} {path} {body}": note(getattr(caller, method)(path, body or None))
            for method, path, body in QUESTIONS
        }

    before = {role: ask(caller) for role, caller in roles.items()}
    add_shelter(world)
    changed = {role for role, caller in roles.items() if differences(before[role], ask(caller))}
    assert changed == {"ROLE_VBG"}


def test_a_refused_deletion_does_not_count_it(world):
    """Who administers the geography tries to delete or move a village, and reads what stands in it."""
    admin = Api(make_user("ROLE_SUPER_ADMIN"))
    village, sector = Locality.objects.get(nom="Tandé"), Sector.objects.get(nom="Nhacra")
    place: dict[str, Any] = {"region": world.west.region, "secteur": sector, "localite": village}
    elsewhere = f"/api/secteurs/{world.east.secteur.id}", f"/api/regions/{world.east.region.id}"

    def ask() -> list[tuple[int, bytes]]:
        School.objects.get_or_create(nom="EB", code="E", geom=Point(-15.5, 12.25, srid=4326), **place)
        answers = [
            admin.delete(f"/api/localites/{village.id}"),
            admin.delete(f"/api/secteurs/{sector.id}"),
            admin.put(f"/api/localites/{village.id}", {"secteur": elsewhere[0]}),
            admin.put(f"/api/secteurs/{sector.id}", {"region": elsewhere[1]}),
        ]
        return [(answer.status_code, answer.content) for answer in answers]

    before = ask()
    assert all(status in (400, 409, 422) and b"cole" in content for status, content in before), before
    shelter = VbgService.objects.create(nom="Casa", code="H", type="hebergement", **place)
    assert ask() == before
    # Where nothing else stands, it does not hold the village either: it stays in its sector.
    School.objects.all().delete()
    assert admin.delete(f"/api/localites/{village.id}").status_code == 204
    shelter.refresh_from_db()
    assert (shelter.localite_id, shelter.secteur_id) == (None, sector.id)
