"""Methods over the API: drafts change, released versions never, dates never overlap, bad formulas name their fault."""

import json

import pytest
from django.db import IntegrityError, connection, transaction

from config.errors.problems import Problem
from registry.pmt import services
from registry.pmt.models import PmtMethod

TERM = {"variable": "tailleMenage", "operateur": ">=", "valeur": 7, "poids": -8.5}


def body(**more):
    return {"nom": "Método", "intercept": 52.5, "termes": [TERM], **more}


@pytest.fixture
def admin(api, cast):
    return api(cast.admin)


@pytest.fixture
def draft(admin):
    return admin.post("/api/pmt-methodes", body()).json()["data"]


def address(method, *steps):
    return "/".join(["/api/pmt-methodes", method["id"], *steps])


def published(admin, **more):
    method = admin.post("/api/pmt-methodes", body(**more)).json()["data"]
    return admin.post(address(method, "publier")).json()["data"]


def test_a_method_is_made_changed_and_deleted_as_a_draft(admin, draft):
    assert (draft["version"], draft["statut"], draft["parDefaut"]) == (1, "brouillon", False)
    assert draft["termes"] == [TERM]
    assert draft["seuils"] == {"extreme_pauvre": 20, "pauvre": 50, "vulnerable": 70}
    changed = admin.put(address(draft), {"seuilPauvrete": 45}).json()["data"]
    assert (changed["id"], changed["seuilPauvrete"], changed["nom"]) == (draft["id"], 45, "Método")
    assert admin.delete(address(draft)).status_code == 200
    assert admin.get(address(draft)).status_code == 404


def test_the_default_method_ships_and_is_in_force(admin):
    found = admin.get("/api/pmt-methodes", {"enVigueur": "true"}).json()["data"]
    assert [(row["parDefaut"], row["statut"]) for row in found] == [(True, "publiee")]


def test_an_old_version_of_a_draft_is_not_overwritten(admin, draft):
    tag = admin.get(address(draft))["ETag"]
    admin.put(address(draft), {"intercept": 1})
    assert admin.put(address(draft), {"intercept": 2}, headers={"If-Match": tag}).status_code == 409


def test_a_released_version_is_immutable(admin):
    method = published(admin)
    for answer in (admin.put(address(method), {"nom": "X"}), admin.delete(address(method))):
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    for write in ("UPDATE registry_pmt_methode SET intercept = 1", "DELETE FROM registry_pmt_methode"):
        with pytest.raises(IntegrityError, match="released"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"{write} WHERE id = %s", [method["id"]])


def test_a_new_version_is_a_new_row_and_ends_the_one_before(admin):
    first = published(admin, dateDebut="2024-01-01")
    draft = admin.post(address(first, "versions")).json()["data"]
    assert (draft["famille"], draft["version"], draft["statut"]) == (first["famille"], 2, "brouillon")
    admin.put(address(draft), {"dateDebut": "2025-06-01", "intercept": 3})
    second = admin.post(address(draft, "publier")).json()["data"]
    first = admin.get(address(first)).json()["data"]
    assert (first["dateFin"], first["intercept"], second["intercept"]) == ("2025-05-31", 52.5, 3)


def test_days_of_two_versions_never_overlap(admin):
    first = published(admin, dateDebut="2024-01-01", dateFin="2024-12-31")
    draft = admin.post(address(first, "versions")).json()["data"]
    admin.put(address(draft), {"dateDebut": "2024-12-31"})
    answer = admin.post(address(draft, "publier"))
    assert (answer.status_code, answer.json()["code"]) == (422, "CONSTRAINT_VIOLATION")
    assert admin.get(address(draft)).json()["data"]["statut"] == "brouillon"
    rival = admin.post("/api/pmt-methodes", body(parDefaut=True, dateDebut="2019-01-01")).json()["data"]
    assert admin.post(address(rival, "publier")).status_code == 422


def test_a_new_default_follows_the_old_one(admin):
    rival = published(admin, parDefaut=True, dateDebut="2024-02-01")
    in_force = PmtMethod.objects.get(par_defaut=True, date_fin=None)
    assert str(in_force.id) == rival["id"]
    assert str(PmtMethod.objects.get(nom="Méthode par défaut").date_fin) == "2024-01-31"


def test_a_released_version_is_ended(admin, draft):
    method = published(admin, dateDebut="2024-01-01")
    assert admin.post(address(method, "cloturer"), {"dateFin": "2023-01-01"}).status_code == 400
    assert admin.post(address(method, "cloturer"), {"dateFin": "2026-01-01"}).json()["data"]["dateFin"] == "2026-01-01"
    assert admin.post(address(draft, "cloturer"), {"dateFin": "2026-01-01"}).json()["code"] == "INVALID_STATUS"


BAD = [
    ({"termes": []}, "termes"),
    ({"termes": "x"}, "termes"),
    ({"termes": [3]}, "termes.0"),
    ({"termes": [{**TERM, "variable": "pg_sleep(9)"}]}, "termes.0.variable"),
    ({"termes": [{**TERM, "variable": ["tailleMenage"]}]}, "termes.0.variable"),
    ({"termes": [{**TERM, "operateur": "; DROP TABLE x"}]}, "termes.0.operateur"),
    ({"termes": [{**TERM, "variable": "milieu", "operateur": ">"}]}, "termes.0.operateur"),
    ({"termes": [{**TERM, "valeur": "sept"}]}, "termes.0.valeur"),
    ({"termes": [{**TERM, "valeur": None}]}, "termes.0.valeur"),
    ({"termes": [{**TERM, "operateur": "entre", "valeur": [9, 1]}]}, "termes.0.valeur"),
    ({"termes": [{**TERM, "operateur": "dans", "valeur": []}]}, "termes.0.valeur"),
    ({"termes": [{**TERM, "operateur": "lineaire"}]}, "termes.0.valeur"),
    ({"termes": [{**TERM, "poids": 1e12}]}, "termes.0.poids"),
    ({"termes": [{**TERM, "poids": True}]}, "termes.0.poids"),
    ({"termes": [{**TERM, "poids": "8"}]}, "termes.0.poids"),
    ({"termes": [{**TERM, "siAbsent": "0"}]}, "termes.0.siAbsent"),
    ({"termes": [{**TERM, "formule": "1/0"}]}, "termes.0.formule"),
    ({"termes": [{"variable": "region", "operateur": "=", "valeur": "ZZ", "poids": 1}]}, "termes.0.valeur"),
    (
        {"termes": [{"variable": "geographie", "operateur": "poids", "valeur": {"region": {"ZZ": 1}}, "poids": 1}]},
        "termes.0.valeur",
    ),
    (
        {"termes": [{"variable": "geographie", "operateur": "poids", "valeur": {"pays": {"GW": 1}}, "poids": 1}]},
        "termes.0.valeur",
    ),
    ({"intercept": 1e15}, "intercept"),
    ({"transformation": {"type": "lineaire", "minimum": 3, "maximum": 3}}, "transformation.maximum"),
    ({"transformation": {"type": "lineaire", "minimum": 3}}, "transformation.maximum"),
    ({"transformation": {"type": "logistique", "centre": 0, "echelle": 0}}, "transformation.echelle"),
    ({"transformation": {"type": "eval"}}, "transformation.type"),
    ({"transformation": {"type": "identite", "sens": "?"}}, "transformation.sens"),
    ({"transformation": []}, "transformation.type"),
    ({"seuils": {"pauvre": 10}}, "seuils"),
    ({"seuils": {"riche": 90}}, "seuils.riche"),
    ({"seuilPauvrete": 101}, "seuilPauvrete"),
    ({"dateDebut": "2025-02-01", "dateFin": "2025-01-01"}, "dateFin"),
    ({"nom": ""}, "nom"),
]


@pytest.mark.parametrize(("wrong", "field"), BAD, ids=range(len(BAD)))
def test_a_bad_formula_names_its_fault(admin, wrong, field):
    before = PmtMethod.objects.count()
    answer = admin.post("/api/pmt-methodes", body(**wrong))
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "VALIDATION_ERROR" and field in answer.json()["details"], answer.json()
    assert PmtMethod.objects.count() == before


@pytest.mark.parametrize("poids", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(admin, poids):
    raw = json.dumps(body(termes=[{**TERM, "poids": 0}])).replace(": 0}", f": {poids}}}")
    assert admin.post("/api/pmt-methodes", raw).status_code == 400


def test_only_administrators_write(api, cast):
    assert api(cast.supervisor_west).post("/api/pmt-methodes", body()).status_code == 403
    assert api(cast.reader_west).get("/api/pmt-methodes").status_code == 200


def test_the_catalogue_is_told(admin):
    rows = {row["nom"]: row for row in admin.get("/api/pmt-methodes/variables").json()["data"]}
    assert "entre" in rows["chefMenage.age"]["operateurs"] and rows["geographie"]["operateurs"] == ["poids"]


@pytest.mark.parametrize("step", ["PUT", "DELETE", "publier", "cloturer"])
def test_a_version_that_changed_since_it_was_seen_is_left_alone(admin, draft, step):
    seen = {"If-Match": admin.get(address(draft))["ETag"]}
    admin.put(address(draft), {"seuilPauvrete": 45})
    if step == "cloturer":
        seen = {"If-Match": admin.get(address(draft))["ETag"]}
        admin.post(address(draft, "publier"))
    before = PmtMethod.objects.values().get(id=draft["id"])
    if step in ("PUT", "DELETE"):
        answer = getattr(admin, step.lower())(address(draft), {"nom": "Autre"}, headers=seen)
    else:
        answer = admin.post(address(draft, step), {"dateFin": "2099-12-31"}, headers=seen)
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
    assert PmtMethod.objects.values().get(id=draft["id"]) == before


def test_a_draft_that_another_deleted_is_not_found(draft):
    method = PmtMethod.objects.get(id=draft["id"])
    PmtMethod.objects.filter(id=method.id).delete()
    for act in (services.delete_method, services.publish_method):
        with pytest.raises(Problem, match="NOT_FOUND"):
            act(method=method)


def test_the_first_day_of_the_calendar(admin):
    method = admin.post("/api/pmt-methodes", body(dateDebut="0001-01-01", dateFin="0001-01-01")).json()["data"]
    answer = admin.post(address(method, "publier"))
    assert (answer.status_code, answer.json()["data"]["statut"]) == (200, "publiee")


def test_a_released_method_is_not_emptied_away(db):
    """The database of tests has this trigger off (tests/conftest.py): it is put on for one transaction."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE registry_pmt_methode ENABLE TRIGGER pmt_publiee_vider")
        with pytest.raises(IntegrityError, match="released"), transaction.atomic():
            cursor.execute("TRUNCATE registry_pmt_methode")
        assert PmtMethod.objects.filter(statut="publiee").exists()
        cursor.execute("ALTER TABLE registry_pmt_methode DISABLE TRIGGER USER")
        PmtMethod.objects.filter(statut="publiee").delete()
        cursor.execute("ALTER TABLE registry_pmt_methode ENABLE TRIGGER USER")
        cursor.execute("TRUNCATE registry_pmt_methode")
