"""Reading the trail: who sees which rows, and which values."""

import pytest
from django.contrib.gis.geos import Point

from accounts.audit.models import Trace
from accounts.audit.services import audit_as, audit_operation, write_audit_entry
from accounts.audit.tables.hooks import audited_tables
from accounts.audit.tables.types import AuditedTable
from accounts.roles.models import Role
from config.ids import uuid7
from registry.households.models import HeadOfHousehold, Household, Member
from tests.conftest import make_user
from tests.hooks import add_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def household(country):
    made = Household.objects.create(code_menage="A-1", taille_menage=3, region=country.west)
    HeadOfHousehold.objects.create(menage=made, nom_complet="Ana Gomes", telephone="+245955000001")
    return made


def holding(*keys, regions=()):
    role = Role.objects.create(code=f"ROLE_T{Role.objects.count()}", nom="T", permissions=list(keys))
    user = make_user("ROLE_USER", *regions)
    user.role = role
    user.save()
    return user


def read(caller, **query):
    answer = caller.get("/api/audit", query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def fields(trace):
    return {change["champ"]: (change["avant"], change["apres"], change["masque"]) for change in trace["changements"]}


def test_put_and_delete_tell_who_when_from_where_and_what(api, cast, household):
    agent = api(cast.supervisor_west)
    agent.put(
        f"/api/menages/{household.id}",
        {"tailleMenage": 5, "latitude": 12.75, "longitude": -15.5},
        REMOTE_ADDR="10.1.2.3",
    )
    path = f"/api/menages/{household.id}/historique"
    body = agent.get(path).json()
    assert body["pagination"]["total"] == len(body["data"])
    trace = next(one for one in body["data"] if "tailleMenage" in fields(one))
    assert fields(trace)["tailleMenage"] == (3, 5, False)
    assert fields(trace)["position"] == (None, {"latitude": 12.75, "longitude": -15.5}, False)
    assert trace["utilisateur"] == {"id": str(cast.supervisor_west.id), "nom": "Fatu Sané"}
    assert trace["date"] and trace["adresse"] is None  # from where is for auditors
    assert agent.delete(f"/api/menages/{household.id}").status_code == 200
    assert agent.get(path).status_code == 404
    gone = read(api(cast.admin), objet=household.id, model="menage", action="suppression")
    assert [(one["action"], one["utilisateur"]["nom"]) for one in gone] == [("suppression", "Fatu Sané")]
    assert fields(gone[0])["codeMenage"] == ("A-1", None, False)
    put = read(api(cast.admin), racine=household.id, action="modification")[-1]
    assert (put["adresse"], bool(put["requete"])) == ("10.1.2.3", True)


def test_scope(api, cast, country, household):
    other = Household.objects.create(code_menage="B-1", taille_menage=3, region=country.east)
    west = holding("administration.audit", "registre.lire", regions=[country.west])
    told = read(api(west), limit=100)
    assert {one["racine"] for one in told} >= {str(household.id)}
    assert str(other.id) not in str(told)
    assert {one["racine"] for one in read(api(west), objet=other.id)} == set()
    assert api(cast.agent_east).get(f"/api/menages/{household.id}/historique").status_code == 404
    assert api(cast.agent_west).get("/api/audit").status_code == 403


def test_parts_that_went_with_their_household_are_seen_with_it(api, country, household):
    Member.objects.create(menage=household, nom_complet="Rui Gomes", lien_parente="fils")
    Household.objects.filter(id=household.id)._raw_delete(using="default")
    for region, models in ((country.west, {"menage", "chef_menage", "membre"}), (country.east, set())):
        user = holding("administration.audit", "registre.lire", regions=[region])
        gone = read(api(user), racine=household.id, action="suppression")
        assert {one["model"] for one in gone} == models


def test_values_follow_the_permission_of_the_row(api, household):
    blind = holding("administration.audit", "administration.toutes_regions")
    [head] = read(api(blind), objet=household.id, model="chef_menage")
    assert set(fields(head).values()) == {(None, None, True)}
    assert "Ana Gomes" not in str(head)
    reader = holding("administration.audit", "administration.toutes_regions", "registre.lire")
    [head] = read(api(reader), objet=household.id, model="chef_menage")
    assert fields(head)["nomComplet"] == (None, "Ana Gomes", False)
    assert fields(head)["telephone"] == (None, None, True)
    assert "+245955000001" not in str(api(reader).get(f"/api/menages/{household.id}/historique").json())


def test_confidential_rows_are_not_there(api, cast, country, monkeypatch):
    """A table of cases: even who sees everything else does not see that there is something."""
    table = AuditedTable("vbg_cas", "cas_vbg", "vbg.voir_cas", confidential=True)
    add_to(monkeypatch, audited_tables, cas_vbg=table)
    case = uuid7()
    write_audit_entry(action="lecture", model="cas_vbg", object_id=case, region=country.west.id)
    assert read(api(make_user("ROLE_SUPER_ADMIN")), objet=case) == []
    allowed = holding("administration.audit", "administration.toutes_regions", "vbg.voir_cas")
    assert [one["action"] for one in read(api(allowed), objet=case)] == ["lecture"]


def test_filters(api, cast, household):
    caller = api(cast.admin)
    with audit_operation("essai", rows=True) as done:
        Household.objects.filter(id=household.id).update(taille_menage=9, geom=Point(-15.5, 12.75, srid=4326))
        done.count = 1
    assert {one["model"] for one in read(caller, operation=done.id)} == {"essai", "menage"}
    [summary] = read(caller, operation=done.id, action="operation")
    assert (summary["nombre"], summary["details"]) == (1, {"filtre": {}, "resultat": {}})
    assert read(caller, objet=household.id, dateFin="2020-01-01") == []
    assert read(caller, objet=household.id, dateDebut="2020-01-01", dateFin="9999-12-31")
    assert read(caller, objet=household.id, utilisateur=cast.admin.id) == []
    for query in ({"dateDebut": "hier"}, {"objet": "x"}, {"action": "x"}, {"limit": "0"}, {"model": "a\x00"}):
        answer = caller.get("/api/audit", query)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), query


def test_an_imported_household_names_its_import(api, cast, country):
    with audit_operation("import_menages", filters={"mode": "create"}) as done:
        made = Household.objects.create(code_menage="I-1", taille_menage=1, region=country.west)
        done.count = 1
    [trace] = api(cast.agent_west).get(f"/api/menages/{made.id}/historique").json()["data"]
    assert (trace["id"], trace["model"]) == (str(done.id), "import_menages")
    assert not Trace.objects.filter(racine=made.id).exists()


def test_of_a_mass_operation_beyond_ones_regions_only_that_it_was_is_told(api, cast, country):
    """The history of a household leads to the import that made it, which may have filled the whole country."""
    with audit_as(cast.admin.id), audit_operation("import", filters={"fichier": "pays.csv"}) as done:
        made = Household.objects.create(code_menage="A-2", taille_menage=3, region=country.west)
        done.count = 70_000
    path = f"/api/menages/{made.id}/historique"

    def told(user):
        (one,) = (trace for trace in api(user).get(path).json()["data"] if trace["action"] == "operation")
        return one["nombre"], one["details"]

    assert told(cast.supervisor_west) == (None, None)
    assert told(cast.admin) == (70_000, {"filtre": {"fichier": "pays.csv"}, "resultat": {}})
