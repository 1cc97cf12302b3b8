"""Roles given beside one's own, until a date, and roles that exclude each other."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.roles.models import Incompatibility
from accounts.users.models import RoleGrant, User
from tests.conftest import make_user, system_role


@pytest.fixture
def boss(country):
    return make_user("ROLE_SUPER_ADMIN")


def declare(one, other):
    first, second = sorted((system_role(one), system_role(other)), key=lambda role: role.id)
    return Incompatibility.objects.get_or_create(role_a=first, role_b=second)[0]


def test_a_given_role_counts_until_its_date(api, boss, cast):
    caller, user = api(cast.reader_west), cast.reader_west
    assert caller.post("/api/menages", {"tailleMenage": 2}).status_code == 403
    sent = {
        "role_id": str(system_role("ROLE_ENQUETEUR").id),
        "until": (timezone.now() + timedelta(hours=1)).isoformat(),
    }
    given = api(boss).post(f"/api/users/{user.id}/roles", sent)
    assert given.status_code == 201, given.content
    assert caller.post("/api/menages", {"tailleMenage": 2}).status_code == 201
    assert "registre.creer" in caller.get("/api/auth/me").json()["data"]["permissions"]
    shown = api(boss).get(f"/api/users/{user.id}/permissions").json()["data"]
    assert (shown["role"], "registre.creer" in shown["permissions"]) == ("ROLE_USER", True)
    # Its time passes: nobody does anything, and the next request has the right no more.
    RoleGrant.objects.filter(user=user).update(until=timezone.now() - timedelta(seconds=1))
    assert caller.post("/api/menages", {"tailleMenage": 2}).status_code == 403
    listed = api(boss).get(f"/api/users/{user.id}/roles").json()["data"]
    assert [row["enVigueur"] for row in listed] == [False]
    assert api(boss).delete(f"/api/users/{user.id}/roles/{listed[0]['id']}").status_code == 200
    assert not RoleGrant.objects.exists()


def test_bad_grants(api, boss, cast):
    path = f"/api/users/{cast.reader_west.id}/roles"
    past = (timezone.now() - timedelta(hours=1)).isoformat()
    for sent in (
        {"role_id": str(system_role("ROLE_AGENT").id), "until": past},
        {"role_id": str(cast.reader_west.role_id)},
        {"role_id": str(cast.reader_west.id)},
        {"role_id": None},
    ):
        assert api(boss).post(path, sent).status_code == 400, sent


def test_incompatible_roles_are_refused_however_they_come(api, boss, cast):
    declare("ROLE_AGENT", "ROLE_SUPERVISEUR")
    agent, caller = cast.agent_west, api(boss)
    supervisor = {"role_id": str(system_role("ROLE_SUPERVISEUR").id)}
    refused = caller.post(f"/api/users/{agent.id}/roles", supervisor)
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    # One after the other is no conflict: an own role is replaced.
    assert caller.put(f"/api/users/{agent.id}", supervisor).status_code == 200
    back = caller.post(f"/api/users/{agent.id}/roles", {"role_id": str(system_role("ROLE_AGENT").id)})
    assert back.status_code == 409
    # What has expired excludes nothing; what is prolonged is looked at again.
    RoleGrant.objects.create(user=agent, role=system_role("ROLE_AGENT"), until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        RoleGrant.objects.filter(user=agent).update(until=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(id=cast.agent_east.id).update(role=system_role("ROLE_ENQUETEUR"))
        RoleGrant.objects.create(user=cast.agent_east, role=system_role("ROLE_AGENT"))
        User.objects.filter(id=cast.agent_east.id).update(role=system_role("ROLE_SUPERVISEUR"))


def test_a_pair_that_somebody_holds_is_not_declared(api, boss, cast):
    Incompatibility.objects.all().delete()
    RoleGrant.objects.create(user=cast.agent_west, role=system_role("ROLE_SUPERVISEUR"))
    pair = {
        "role_ids": [str(system_role(code).id) for code in ("ROLE_SUPERVISEUR", "ROLE_AGENT")],
        "motif": "deux mains",
    }
    caller, path = api(boss), "/api/roles/incompatibilites"
    assert caller.post(path, pair).status_code == 409
    RoleGrant.objects.all().delete()
    made = caller.post(path, pair)
    assert made.status_code == 201
    assert {role["code"] for role in made.json()["data"]["roles"]} == {"ROLE_AGENT", "ROLE_SUPERVISEUR"}
    assert caller.post(path, pair).json()["code"] == "DUPLICATE_CODE"
    assert caller.post(path, {"role_ids": pair["role_ids"][:1] * 2}).status_code == 400
    assert len(caller.get(path).json()["data"]) == 1
    assert caller.delete(f"{path}/{made.json()['data']['id']}").status_code == 200
    assert caller.get(path).json()["data"] == []
