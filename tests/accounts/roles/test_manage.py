"""Roles: nobody gives a right that he does not have; the last administrator stays."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.roles.models import Role
from accounts.roles.rules import ACTION_LABELS, ALL_PERMISSIONS, MODULE_LABELS, PERMISSIONS_BY_MODULE, SYSTEM_ROLES
from accounts.users.models import RoleGrant, User
from tests.conftest import make_user, system_role


@pytest.fixture
def boss(country):
    return make_user("ROLE_SUPER_ADMIN")


def code(answer):
    return answer.status_code, answer.json().get("code")


def test_the_database_has_the_roles_of_the_catalogue(db):
    """A migration wrote them as they were: a change of the catalogue comes with one."""
    stored = Role.objects.filter(is_system=True)
    assert {role.code: (role.nom, frozenset(role.permissions)) for role in stored} == SYSTEM_ROLES


def test_surveyors_read_no_amounts_unless_a_ministry_gave_them(api, cast, country):
    """An upgrade takes the right from the role as it was shipped, and leaves one that somebody changed."""
    surveyor = make_user("ROLE_ENQUETEUR", country.west)
    for path in ("cycles", "beneficiaires", "programmes"):
        assert code(api(surveyor).get(f"/api/{path}")) == (403, "FORBIDDEN")
    role, now = Role.objects.filter(code="ROLE_ENQUETEUR"), SYSTEM_ROLES["ROLE_ENQUETEUR"][1]
    shipped = {*now, "transferts.lire"}
    (step,) = import_module("accounts.migrations.0371_surveyors_read_no_amounts").Migration.operations
    for before, after in ((shipped, now), ({*shipped, "plaintes.creer"}, {*shipped, "plaintes.creer"})):
        role.update(permissions=sorted(before))
        with connection.cursor() as cursor:
            cursor.execute(step.sql)
        assert set(role.get().permissions) == after


def test_create_change_and_delete(api, boss, cast):
    caller = api(boss)
    made = caller.post("/api/roles", {"nom": "Caisse", "code": "ROLE_CAISSE", "permissions": ["transferts.lire"] * 2})
    assert made.status_code == 201, made.content
    path = f"/api/roles/{made.json()['data']['id']}"
    assert code(caller.post("/api/roles", {"nom": "Caisse", "code": "ROLE_CAISSE"})) == (409, "DUPLICATE_CODE")
    changed = caller.put(f"{path}/permissions", {"permissions": ["geo.lire", "transferts.lire"]})
    assert changed.json()["data"] == {"permissionsCount": 2, "permissions": ["geo.lire", "transferts.lire"]}
    assert caller.put(path, {"nom": "Caisse centrale", "code": "ROLE_AUTRE"}).json()["data"]["code"] == "ROLE_CAISSE"
    User.objects.filter(id=cast.stranger.id).update(role=made.json()["data"]["id"])
    shown = caller.get(path).json()["data"]
    assert (shown["nom"], shown["usersCount"], shown["isSystem"]) == ("Caisse centrale", 1, False)
    refused = caller.delete(path)
    assert code(refused) == (400, "HAS_DEPENDENCIES")
    assert "1" in refused.json()["error"]
    # A deleted user does not hold the role; he stays in the history without it.
    assert caller.delete(f"/api/users/{cast.stranger.id}").status_code == 200
    assert caller.delete(path).status_code == 200
    assert User.objects.get(id=cast.stranger.id).role.code == "ROLE_USER"
    assert code(caller.delete(f"/api/roles/{system_role('ROLE_USER').id}")) == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    "sent",
    [
        {"code": "ROLE_N"},
        {"nom": "N", "code": "N"},
        {"nom": "N", "code": "ROLE_é"},
        {"nom": "N", "code": "ROLE_N", "permissions": ["geo.inconnue"]},
        {"nom": "N", "code": "ROLE_N", "permissions": "geo.lire"},
        {"nom": "N" * 101, "code": "ROLE_N"},
    ],
)
def test_bad_bodies(api, boss, sent):
    assert code(api(boss).post("/api/roles", sent)) == (400, "VALIDATION_ERROR")
    assert not Role.objects.filter(nom="N").exists()


def test_no_right_is_given_or_taken_that_one_lacks(api, boss, cast):
    """ROLE_ADMIN has no approvals; a super administrator does not read VBG cases."""
    caller = api(cast.admin)
    approving = ["transferts.valider_niveau_1"]
    assert code(caller.post("/api/roles", {"nom": "N", "code": "ROLE_N", "permissions": approving}))[0] == 403
    path = f"/api/roles/{cast.admin.role_id}"
    raised = [*SYSTEM_ROLES["ROLE_ADMIN"][1], *approving]
    assert code(caller.put(f"{path}/permissions", {"permissions": raised})) == (403, "FORBIDDEN")
    assert code(caller.put(path, {"permissions": raised})) == (403, "FORBIDDEN")
    agent = f"/api/roles/{cast.agent_west.role_id}"
    assert code(caller.put(f"{agent}/permissions", {"permissions": []})) == (403, "FORBIDDEN")
    assert code(caller.put(agent, {"isActive": False})) == (403, "FORBIDDEN")
    case = {"permissions": ["vbg.voir_cas"]}
    assert code(api(boss).put(f"/api/roles/{boss.role_id}/permissions", case)) == (403, "FORBIDDEN")
    assert set(Role.objects.get(id=boss.role_id).permissions) == SYSTEM_ROLES["ROLE_SUPER_ADMIN"][1]


def test_a_role_above_ones_own_is_not_touched(api, boss, cast):
    """An administrator would else take from the super administrators what both have: their view of the regions."""
    above = Role.objects.get(id=boss.role_id)
    left = sorted(set(above.permissions) - {"administration.toutes_regions", "administration.audit"})
    path = f"/api/roles/{above.id}"
    assert code(api(cast.admin).put(f"{path}/permissions", {"permissions": left})) == (403, "FORBIDDEN")
    assert code(api(cast.admin).put(path, {"nom": "Rien"})) == (403, "FORBIDDEN")
    # Confidential keys are no rank: who lacks them still looks after the rest of such a role.
    cases = Role.objects.get(id=cast.vbg.role_id)
    assert api(boss).put(f"/api/roles/{cases.id}", {"description": "Suivi"}).status_code == 200


def test_what_one_has_until_a_date_is_not_made_ones_own_for_good(api, boss, cast):
    mine = Role.objects.create(
        nom="N", code="ROLE_N", permissions=["administration.roles", "administration.toutes_regions"]
    )
    off = Role.objects.create(nom="M", code="ROLE_M", permissions=["geo.gerer"], is_active=False)
    User.objects.filter(id=cast.stranger.id).update(role=mine)
    for role in (Role.objects.create(nom="P", code="ROLE_P", permissions=["geo.gerer"]), off):
        RoleGrant.objects.create(user=cast.stranger, role=role, until=timezone.now() + timedelta(hours=1))
    caller = api(cast.stranger)
    more = {"permissions": [*mine.permissions, "geo.gerer"]}
    assert code(caller.put(f"/api/roles/{mine.id}/permissions", more)) == (403, "FORBIDDEN")
    assert code(caller.put(f"/api/roles/{off.id}", {"isActive": True})) == (403, "FORBIDDEN")
    assert Role.objects.get(id=mine.id).permissions == mine.permissions
    # Another's role may have it, and one's own may lose.
    other = Role.objects.create(nom="Q", code="ROLE_Q", permissions=[])
    assert caller.put(f"/api/roles/{other.id}/permissions", {"permissions": ["geo.gerer"]}).status_code == 200
    assert caller.put(f"/api/roles/{mine.id}/permissions", {"permissions": ["administration.roles"]}).status_code == 200


def test_the_last_administrator_stays(api, boss, country):
    """By every way: deactivated, deleted, given another role, his role emptied or put out of force."""
    other = make_user("ROLE_SUPER_ADMIN")
    caller = api(boss)
    User.objects.filter(id=boss.id).update(must_change_password=False)
    rights = [key for key in SYSTEM_ROLES["ROLE_SUPER_ADMIN"][1] if key != "administration.roles"]
    for work in (
        lambda: caller.put(f"/api/roles/{boss.role_id}/permissions", {"permissions": rights}),
        lambda: caller.put(f"/api/roles/{boss.role_id}", {"isActive": False}),
    ):
        assert code(work()) == (400, "INVALID_STATUS")
    assert caller.delete(f"/api/users/{other.id}").status_code == 200
    for change in ({"is_active": False}, {"role": system_role("ROLE_USER")}, {"role": system_role("ROLE_ADMIN")}):
        with pytest.raises(IntegrityError, match="administrator"), transaction.atomic():
            User.objects.filter(id=boss.id).update(**change)
    with pytest.raises(IntegrityError, match="administrator"), transaction.atomic():
        User.objects.filter(id=boss.id).delete()


def test_a_simple_administrator_may_go_while_another_stays(api, boss, cast):
    assert api(boss).post(f"/api/users/{cast.admin.id}/toggle-status").json()["data"] == {"isActive": False}


def test_catalogue_and_matrix(api, cast):
    data = api(cast.stranger).get("/api/settings/permissions").json()["data"]
    keys = {action["fullKey"] for module in data["modules"] for action in module["actions"]}
    assert keys == ALL_PERMISSIONS
    assert data["rolePermissions"]["ROLE_USER"]["registre"] == {
        action: action == "lire" for action in PERMISSIONS_BY_MODULE["registre"]
    }
    # Nothing is shown by its id for want of a name.
    assert set(MODULE_LABELS) == set(PERMISSIONS_BY_MODULE)
    assert {action for actions in PERMISSIONS_BY_MODULE.values() for action in actions} <= set(ACTION_LABELS)


def test_roles_are_found_and_their_users_counted_within_scope(api, boss, cast, country):
    found = api(boss).get("/api/roles", {"search": "agent", "isActive": "true"}).json()["data"]
    assert [(role["code"], role["usersCount"]) for role in found] == [("ROLE_AGENT", 2)]
    assert api(boss).get("/api/roles", {"isActive": "false"}).json()["data"] == []
    west = api(make_user("ROLE_ADMIN", country.west))
    assert [role["usersCount"] for role in west.get("/api/roles", {"search": "agent"}).json()["data"]] == [1]
