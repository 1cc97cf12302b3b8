"""POST /api/carte/analyse/couverture where only some services of a kind count, against plain SQL of its own."""

import json

import pytest

from tests.analysis.proximity.world import households, run, services

PATH = "/api/carte/analyse/couverture"
ASKED = {"type": "services_sante", "rayon": 20_000, "niveau": "region"}
# The distance of each household to the nearest that counts: everything measured, nothing looked up.
PLAIN = """
SELECT count(*), count(*) FILTER (WHERE metres <= 20000) FROM (
  SELECT (SELECT min(ST_Distance(s.geom::geography, m.geom::geography)) FROM geo_service_sante AS s WHERE {counts}) AS metres
  FROM registry_menage AS m WHERE m.geom IS NOT NULL) AS measured
"""
CARE, OPEN = {"typesService": "centre_sante,hopital"}, {"enService": True}
OPEN_SQL = "statut NOT IN ('ferme', 'non_fonctionnel')"
CHOICES = (
    ({}, "true"),
    ({"typesService": "centre_sante"}, "type = 'centre_sante'"),
    (CARE, "type IN ('centre_sante', 'hopital')"),
    (OPEN, OPEN_SQL),
    (CARE | OPEN, f"type IN ('centre_sante', 'hopital') AND {OPEN_SQL}"),
    ({"typesService": "service_sante"}, "type IN ('', 'service_sante')"),
)


@pytest.fixture
def spread(country):
    """Households, and health services of every type and state, at random."""
    run("SELECT setseed(0.25)")
    services("geo_service_sante", 40)
    run(
        """UPDATE geo_service_sante SET
             type = (ARRAY['hopital', 'centre_sante', 'poste_sante', 'pharmacie', ''])[1 + floor(random() * 5)::int],
             statut = (ARRAY['fonctionnel', 'ferme', 'non_fonctionnel', ''])[1 + floor(random() * 4)::int]"""
    )
    households(300)
    return country


def ask(api, user, **change):
    answer = api(user).post(PATH, ASKED | change)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]["total"]


def test_only_the_chosen_services_count(spread, api, cast):
    found = []
    for change, counts in CHOICES:
        total = ask(api, cast.admin, **change)
        assert [(total["menages"], total["couverts"])] == run(PLAIN.format(counts=counts)), change
        found.append(total["couverts"])
    assert len({*found}) == len(CHOICES)  # each choice says something of its own


def test_the_answer_leads_to_the_same_households(spread, api, cast):
    """Far from the nearest of two types is far from each of them."""
    far = {"service": "services_sante", "sens": "plus", "metres": 20_000, "enService": True}
    plan = {
        "genre": "compter",
        "sujet": "menages",
        "mesure": "nombre",
        "distances": [far | {"type": kind} for kind in ("centre_sante", "hopital")],
    }
    total = ask(api, cast.admin, **CARE, **OPEN)
    answer = api(cast.admin).get("/api/menages", {"plan": json.dumps(plan), "limit": 1})
    assert answer.json()["pagination"]["total"] == total["menages"] - total["couverts"] > 0
    said = api(cast.admin).post("/api/carte/assistant", {"plan": plan}).json()
    assert "en service" in json.dumps(said, ensure_ascii=False)


def test_of_water_points_the_broken_do_not_count(country, api, cast):
    households(20, box=(-15.5, 12.5, -15.499, 12.501))
    run(
        """INSERT INTO geo_point_eau (nom, geom, statut, fonctionnel, type) VALUES
             ('P', 'SRID=4326;POINT(-15.5 12.5)', '', false, 'forage'),
             ('A', 'SRID=4326;POINT(-15.5 12.5)', 'abandonne', NULL, 'forage')"""
    )
    asked = {"type": "points_eau", "rayon": 1000}
    assert ask(api, cast.admin, **asked)["couverts"] == 18
    assert ask(api, cast.admin, **asked, **OPEN)["couverts"] == 0
    run("INSERT INTO geo_point_eau (nom, geom) VALUES ('U', 'SRID=4326;POINT(-15.5 12.5)')")  # nobody knows: it counts
    assert ask(api, cast.admin, **asked, **OPEN)["couverts"] == 18


def test_inhabitants_and_the_collection_choose_likewise(country, api, cast):
    run(
        """INSERT INTO geo_service_sante (nom, geom, type, statut) SELECT 'S', geom, 'pharmacie', 'ferme'
           FROM geo_localite WHERE id = %s""",
        country.cutia.id,
    )
    people = {"sujet": "habitants"}
    assert ask(api, cast.admin, **people)["couverts"] == 640
    assert ask(api, cast.admin, **people, **OPEN)["couverts"] == 0
    assert ask(api, cast.admin, **people, typesService="hopital")["couverts"] == 0
    client = api(cast.admin)
    for change, covered in (({}, 640), ({"enService": "true"}, 0), ({"typesService": "pharmacie"}, 640)):
        query = {"type": "services_sante", "sujet": "habitants", "niveau": "region", "f": "json"} | change
        zones = client.get("/ogc/collections/couverture/items", query).json()["features"]
        assert sum(zone["properties"]["couverts"] for zone in zones) == covered, change


def test_what_has_no_such_type_or_is_not_public_is_refused(country, api, cast):
    caller = api(cast.admin)
    for change, field in (
        ({"typesService": "palais"}, "typesService"),
        ({"typesService": "forage"}, "typesService"),
        ({"type": "services_vbg", "typesService": "tribunal"}, "typesService"),
        ({"type": "services_vbg", "enService": True}, "enService"),
    ):
        answer = caller.post(PATH, ASKED | change)
        assert (answer.status_code, list(answer.json()["details"])) == (400, [field]), change
    far = {"service": "services_vbg", "sens": "plus", "metres": 5000, "enService": True}
    plan = {"genre": "compter", "sujet": "menages", "mesure": "nombre", "distances": [far]}
    assert caller.post("/api/carte/assistant", {"plan": plan}).status_code == 400
