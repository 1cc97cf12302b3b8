"""Views that are kept under a name: whose they are, who opens them, and what they never hold."""

import pytest

from accounts.saved_views.models import SavedView
from accounts.saved_views.rules import MOST_VIEWS
from accounts.users.models import RoleGrant
from tests.conftest import Api, make_user, system_role

STATE = {"categorie": "extreme_pauvre", "carte": "9.3/12.7500/-15.5050", "filtre": "statut=ouverte&niveau=2"}


def save(user, **values):
    answer = Api(user).post("/api/vues", {"nom": "Pauvres d'Oio", "etat": STATE, **values})
    assert answer.status_code == 201, answer.json()
    return answer.json()["data"]


def list_names(user, **query):
    return [row["nom"] for row in Api(user).get("/api/vues", query).json()["data"]]


def can_open(user, view):
    return Api(user).get(f"/api/vues/{view['id']}").status_code


def test_a_view_comes_back_as_it_was_saved(cast):
    view = save(cast.agent_west, ecran="carte")
    found = Api(cast.agent_west).get(f"/api/vues/{view['id']}").json()["data"]
    assert found == view
    assert (found["etat"], found["partage"], found["estMienne"]) == (STATE, "prive", True)
    assert found["proprietaire"] == {"id": str(cast.agent_west.id), "nom": "Bacar Mané"}


@pytest.mark.parametrize(
    ("shared", "listed", "opened"),
    [
        ({}, [], 404),
        ({"partage": "lien"}, [], 200),
        ({"partage": "tous"}, ["Pauvres d'Oio"], 200),
        ({"partage": "choix", "roles": ["ROLE_SUPERVISEUR"]}, ["Pauvres d'Oio"], 200),
        ({"partage": "choix", "roles": ["ROLE_AGENT"]}, [], 404),
    ],
)
def test_who_sees_a_view(cast, shared, listed, opened):
    view = save(cast.agent_west, **shared)
    assert list_names(cast.supervisor_west) == listed
    assert can_open(cast.supervisor_west, view) == opened
    assert list_names(cast.agent_west) == ["Pauvres d'Oio"]


def test_a_person_is_named_by_their_address(cast):
    view = save(cast.agent_west, partage="choix", personnes=[cast.vbg.email.upper(), "personne@nulle.example"])
    assert view["personnes"] == sorted([cast.vbg.email, "personne@nulle.example"])
    assert (list_names(cast.vbg), list_names(cast.agent_east)) == (["Pauvres d'Oio"], [])
    seen = Api(cast.vbg).get(f"/api/vues/{view['id']}").json()["data"]
    assert (seen["personnes"], seen["roles"], seen["estMienne"]) == ([], [], False)


def test_a_granted_role_counts_and_an_inactive_one_does_not(cast):
    save(cast.agent_west, partage="choix", roles=["ROLE_SUPERVISEUR"])
    role = system_role("ROLE_SUPERVISEUR")
    RoleGrant.objects.create(user=cast.reader_west, role=role)
    assert list_names(cast.reader_west) == ["Pauvres d'Oio"]
    role.is_active = False
    role.save()
    assert (list_names(cast.reader_west), list_names(cast.supervisor_west)) == ([], [])


def test_a_colleague_changes_nothing(cast):
    view = save(cast.agent_west, partage="tous")
    other = Api(cast.agent_east)
    path = f"/api/vues/{view['id']}"
    assert other.put(path, {"nom": "À moi"}).status_code == 403
    assert other.delete(path).status_code == 403
    assert SavedView.objects.get().nom == "Pauvres d'Oio"


def test_a_change_needs_the_version_that_was_read(cast):
    view = save(cast.agent_west)
    api, path = Api(cast.agent_west), f"/api/vues/{view['id']}"
    tag = api.get(path)["ETag"]
    assert api.put(path, {"partage": "tous"}, headers={"If-Match": tag}).json()["data"]["partage"] == "tous"
    assert api.put(path, {"partage": "prive"}, headers={"If-Match": tag}).status_code == 409
    assert api.put(path, {"nom": "Autre"}).json()["data"]["etat"] == STATE
    assert api.delete(path).status_code == 200
    assert api.get(path).status_code == 404


def test_whom_a_view_was_shared_with_is_forgotten_when_it_is_private_again(cast):
    view = save(cast.agent_west, partage="choix", personnes=[cast.vbg.email])
    changed = Api(cast.agent_west).put(f"/api/vues/{view['id']}", {"partage": "prive"}).json()["data"]
    assert (changed["partage"], changed["personnes"]) == ("prive", [])
    assert list_names(cast.vbg) == []


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"etat": {"fiche": "menage/0190"}}, "etat"),
        ({"etat": {"region": "Fatumata Djaló"}}, "etat"),
        ({"etat": {"search": "fatu"}}, "etat"),
        ({"etat": {"re gion": "OI"}}, "etat"),
        (
            {
                "etat": {f"n{'a' * at}": "1" for at in range(19)}
                | {"A" * n: "1" for n in range(1, 21)}
                | {"b": "1", "c": "1"}
            },
            "etat",
        ),
        ({"nom": " "}, "nom"),
        ({"partage": "pays"}, "partage"),
        ({"partage": "choix"}, "roles"),
        ({"partage": "choix", "roles": ["ROLE_NULLE"]}, "roles"),
        ({"partage": "choix", "personnes": ["pas une adresse"]}, "personnes"),
        ({"couleur": "rouge"}, "couleur"),
    ],
)
def test_what_a_view_does_not_hold(cast, values, field):
    answer = Api(cast.agent_west).post("/api/vues", {"nom": "Vue", "etat": {}, **values})
    assert answer.status_code == 400, answer.json()
    assert any(name.split(".")[0] == field for name in answer.json()["details"]), answer.json()
    assert not SavedView.objects.exists()


def test_a_name_is_used_once_and_there_is_an_end(cast):
    save(cast.agent_west)
    api = Api(cast.agent_west)
    assert api.post("/api/vues", {"nom": "Pauvres d'Oio"}).status_code == 409
    save(cast.agent_east)
    SavedView.objects.bulk_create(
        SavedView(user=cast.agent_west, nom=f"Vue {at}", ecran="carte") for at in range(MOST_VIEWS - 1)
    )
    answer = api.post("/api/vues", {"nom": "Une de trop"})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS"), answer.json()


def test_the_list_is_narrowed(cast):
    save(cast.agent_west, nom="Carte")
    save(cast.agent_west, nom="Plaintes", ecran="plaintes", partage="tous")
    save(cast.supervisor_west, nom="Du chef", partage="tous")
    assert list_names(cast.agent_west) == ["Carte", "Du chef", "Plaintes"]
    assert list_names(cast.agent_west, ecran="plaintes") == ["Plaintes"]
    assert list_names(cast.agent_west, miennes="true") == ["Carte", "Plaintes"]
    assert list_names(cast.agent_west, miennes="false") == ["Du chef"]


def test_views_go_with_their_owner(cast):
    save(cast.agent_west, partage="tous")
    assert Api(make_user("ROLE_SUPER_ADMIN")).delete(f"/api/users/{cast.agent_west.id}").status_code == 200
    assert not SavedView.objects.exists()
