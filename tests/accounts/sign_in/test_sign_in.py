"""Signing in, refreshing, signing out."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.tokens.models import TokenPair
from accounts.users.models import User
from tests.conftest import PASSWORD


def login(api, email, password=PASSWORD, **headers):
    return api().post("/api/auth/login", {"email": email, "password": password}, headers=headers)


def test_sign_in_and_who_am_i(api, cast, country):
    answer = login(api, cast.agent_west.email.upper())
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    assert data["expiresIn"] == 900
    assert [region["code"] for region in data["user"]["regions"]] == ["OI"]
    me = api().get("/api/auth/me", headers={"Authorization": f"Bearer {data['accessToken']}"})
    assert me.json()["data"]["id"] == str(cast.agent_west.id)
    assert not TokenPair.objects.filter(access_hash=data["accessToken"].encode()).exists()


def test_unknown_wrong_and_deactivated_answer_alike(api, cast):
    User.objects.filter(id=cast.agent_east.id).update(is_active=False)
    answers = [
        login(api, "personne@tabanca.example"),
        login(api, cast.agent_west.email, "x"),
        login(api, cast.agent_east.email),
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1


def test_missing_password_is_named(api, cast):
    answer = api().post("/api/auth/login", {"email": cast.admin.email})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert list(answer.json()["details"]) == ["password"]


def test_lock_out_is_per_account_and_address(api, cast):
    email = cast.agent_west.email
    for _ in range(5):
        assert login(api, email, "x").status_code == 401
    locked = login(api, email)
    assert (locked.status_code, locked.json()["code"]) == (423, "ACCOUNT_LOCKED")
    assert int(locked["Retry-After"]) > 800
    assert "attendez 15 minutes" in locked.json()["error"]
    elsewhere = api().client.post(
        "/api/auth/login",
        {"email": email, "password": PASSWORD},
        content_type="application/json",
        REMOTE_ADDR="10.9.8.7",
    )
    assert elsewhere.status_code == 200
    # A forged header is not another address: no proxy is trusted.
    assert login(api, email, **{"X-Forwarded-For": "10.1.1.1"}).status_code == 423


def test_the_last_attempts_are_announced_for_any_address(api, cast):
    for email in (cast.agent_east.email, "personne@tabanca.example"):
        said = [login(api, email, "x").json()["error"] for _ in range(5)]
        assert len(set(said[:3])) == 1
        assert "Encore un essai" in said[3] and "dernier essai" in said[4]


def test_addresses_of_one_customer_are_locked_out_together(api, cast):
    """Of IPv6 everybody has 2^64: they must not be as many times five guesses."""

    def guess(address):
        sent = {"email": cast.agent_west.email, "password": "x"}
        return api().client.post("/api/auth/login", sent, content_type="application/json", REMOTE_ADDR=address)

    seen = [guess(f"2001:db8:1:2::{number:x}").status_code for number in range(1, 8)]
    assert seen == [401] * 5 + [423] * 2
    assert guess("2001:db8:1:3::1").status_code == 401


def test_success_forgets_failures(api, cast):
    email = cast.agent_west.email
    for _ in range(3):
        for _ in range(4):
            assert login(api, email, "x").status_code == 401
        assert login(api, email).status_code == 200


def test_refresh_is_used_once_and_reuse_ends_the_family(api, cast):
    first = login(api, cast.agent_west.email).json()["data"]
    second = api().post("/api/auth/refresh", {"refreshToken": first["refreshToken"]})
    assert second.status_code == 200
    assert api().post("/api/auth/refresh", {"refreshToken": first["refreshToken"]}).status_code == 401
    token = second.json()["data"]["accessToken"]
    assert api().get("/api/auth/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_logout_ends_access_and_refresh(api, cast):
    session = login(api, cast.agent_west.email).json()["data"]
    bearer = {"Authorization": f"Bearer {session['accessToken']}"}
    assert api().post("/api/auth/logout", headers=bearer).status_code == 200
    assert api().get("/api/auth/me", headers=bearer).status_code == 401
    assert api().post("/api/auth/refresh", {"refreshToken": session["refreshToken"]}).status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer a b", "Basic YTpi", "Bearer " + "é" * 300])
def test_bad_tokens(api, db, header):
    answer = api().get("/api/auth/me", headers={"Authorization": header.encode("utf-8").decode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")


def test_expired_deactivated_and_changed_rights_count_at_once(api, cast):
    caller = api(cast.agent_west)
    assert caller.get("/api/auth/me").status_code == 200
    cast.agent_west.role.permissions = []
    cast.agent_west.role.save()
    assert caller.get("/api/menages").status_code == 403
    TokenPair.objects.update(access_expires_at=timezone.now() - timedelta(seconds=1))
    assert caller.get("/api/auth/me").status_code == 401
    TokenPair.objects.update(access_expires_at=timezone.now() + timedelta(hours=1))
    User.objects.filter(id=cast.agent_west.id).update(is_active=False)
    assert caller.get("/api/auth/me").status_code == 401


def test_authentication_is_one_query(api, cast):
    caller = api(cast.agent_west)
    with CaptureQueriesContext(connection) as seen:
        caller.get("/api/jobs/00000000-0000-7000-8000-000000000000")
    assert len(seen) == 2  # who calls, and the job
