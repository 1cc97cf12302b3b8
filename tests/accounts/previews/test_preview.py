"""What a role or a person sees, told to an administrator who learns nothing more by it, and written into the history."""

import pytest

from accounts.audit.models import Trace
from accounts.roles.models import Role
from accounts.roles.rules import CASE_PERMISSIONS
from registry.households.models import Household
from tests.conftest import make_user, system_role
from transfers.complaints.models import Complaint


@pytest.fixture
def rows(country):
    for number in range(3):
        Household.objects.create(code_menage=f"OI-{number}", region=country.west, taille_menage=2)
    Household.objects.create(code_menage="BA-0", region=country.east, taille_menage=2)


def count(answer, nature="menages"):
    assert answer.status_code == 200, answer.json()
    [line] = [line for line in answer.json()["data"]["lignes"] if line["nature"] == nature]
    return line["ouvert"], line["nombre"]


def test_a_person_sees_the_rows_of_their_regions(api, cast, rows):
    caller = api(cast.admin)
    answer = caller.get(f"/api/users/{cast.agent_west.id}/apercu")
    assert count(answer) == (True, 3)
    seen = answer.json()["data"]
    assert ([region["nom"] for region in seen["regions"]], seen["toutLePays"], seen["nom"]) == (
        *(["Oio"], False),
        "Bacar Mané",
    )
    assert count(caller.get(f"/api/users/{cast.stranger.id}/apercu"))[1] in (0, None)
    own = api(cast.agent_west).get("/api/menages").json()["pagination"]["total"]
    assert own == 3


def test_a_role_is_looked_at_in_regions(api, cast, country, rows):
    caller, role = api(cast.admin), system_role("ROLE_AGENT")
    path = f"/api/roles/{role.id}/apercu"
    assert count(caller.get(path, {"regions": str(country.east.id)})) == (True, 1)
    assert count(caller.get(path, {"regions": f"{country.east.id},{country.west.id}"})) == (True, 4)
    assert count(caller.get(path)) == (True, 0)  # without a region, and without the right to all of them
    assert caller.get(path, {"regions": "x"}).status_code == 400
    nothing = Role.objects.create(code="ROLE_RIEN", nom="Rien", permissions=["analyses.lire"])
    assert count(caller.get(f"/api/roles/{nothing.id}/apercu", {"regions": str(country.east.id)})) == (False, None)


def test_fields_with_a_right_of_their_own_are_named(api, cast):
    def fields(user):
        answer = api(cast.admin).get(f"/api/users/{user.id}/apercu").json()["data"]["champs"]
        return {row["champ"]: row["visible"] for row in answer if row["objet"] == "chef_menage"}

    assert fields(cast.supervisor_west)["telephone"] is True
    assert fields(cast.reader_west)["telephone"] is False


def test_who_asks_learns_nothing_that_they_may_not_see(api, cast, country, rows):
    """Not the rows of other regions, not how many complaints of violence there are, and nothing of other people."""
    west = make_user("ROLE_ADMIN", country.west)
    caller = api(west)
    assert caller.get(f"/api/users/{cast.agent_east.id}/apercu").status_code == 404
    role = system_role("ROLE_AGENT")
    assert caller.get(f"/api/roles/{role.id}/apercu", {"regions": str(country.east.id)}).status_code == 400
    everything = Role.objects.create(
        code="ROLE_TOUT", nom="Tout", permissions=["registre.lire", "plaintes.lire", "administration.toutes_regions"]
    )
    assert count(caller.get(f"/api/roles/{everything.id}/apercu")) == (True, 3)
    everything.permissions += sorted(CASE_PERMISSIONS)
    everything.save()
    for category, texts in (("vbg", {}), ("paiement", {"objet": "O"})):
        Complaint.objects.create(
            reference=f"P-{category}",
            categorie=category,
            priorite="haute",
            echeance="2099-01-01",
            region=country.west,
            **texts,
        )
    assert not {*CASE_PERMISSIONS} & cast.admin.permissions
    assert count(api(cast.admin).get(f"/api/roles/{everything.id}/apercu"), "plaintes") == (True, 1)
    assert api(cast.agent_west).get(f"/api/users/{cast.agent_west.id}/apercu").status_code == 403


def test_looking_is_written_into_the_history_and_changes_nothing(api, cast):
    before = cast.agent_west.updated_at
    api(cast.admin).get(f"/api/users/{cast.agent_west.id}/apercu")
    entry = Trace.objects.get(model="apercu")
    assert (entry.action, entry.objet, entry.utilisateur_id) == ("lecture", cast.agent_west.id, cast.admin.id)
    cast.agent_west.refresh_from_db()
    assert (cast.agent_west.updated_at, cast.agent_west.sessions.count()) == (before, 0)


def test_who_sees_more_regions_is_not_looked_at(api, cast, country, rows):
    """So that no row outside the regions of who asks is counted."""
    both = make_user("ROLE_AGENT", country.west, country.east)
    everywhere = make_user("ROLE_ADMIN")
    caller = api(make_user("ROLE_ADMIN", country.west))
    assert count(api(cast.admin).get(f"/api/users/{both.id}/apercu")) == (True, 4)
    for person in (both, everywhere):
        assert caller.get(f"/api/users/{person.id}/apercu").status_code == 404
