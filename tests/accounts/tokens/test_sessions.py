"""One's sessions: seen, closed, and over in the end."""

from base64 import b64decode
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.tokens.models import Session, TokenPair
from accounts.tokens.services import delete_expired_tokens
from accounts.users.models import User
from tests.conftest import PASSWORD


def signed_in(api, user, agent="Firefox"):
    sent = {"email": user.email, "password": PASSWORD}
    return api().post("/api/auth/login", sent, headers={"User-Agent": agent}).json()["data"]


def bearer(data):
    return {"Authorization": f"Bearer {data['accessToken']}"}


def test_sessions_are_listed_and_closed(api, cast):
    phone = signed_in(api, cast.agent_west, "Téléphone" * 40)
    here = signed_in(api, cast.agent_west)
    listed = api().get("/api/auth/sessions", headers=bearer(here)).json()["data"]
    assert [(row["appareil"][:7], row["adresse"], row["courante"]) for row in listed] == [
        ("Firefox", "127.0.0.1", True),
        ("Télépho", "127.0.0.1", False),
    ]
    path = f"/api/auth/sessions/{listed[1]['id']}"
    assert api(cast.agent_east).delete(path).status_code == 404
    assert api().delete(path, headers=bearer(here)).status_code == 200
    assert api().delete(path, headers=bearer(here)).status_code == 404
    assert api().get("/api/auth/me", headers=bearer(phone)).status_code == 401
    assert api().post("/api/auth/refresh", {"refreshToken": phone["refreshToken"]}).status_code == 401
    assert api().get("/api/auth/me", headers=bearer(here)).status_code == 200


def test_a_session_is_over_however_often_it_is_refreshed(api, cast):
    data = signed_in(api, cast.agent_west)
    Session.objects.update(expires_at=timezone.now() + timedelta(seconds=100))
    renewed = api().post("/api/auth/refresh", {"refreshToken": data["refreshToken"]}).json()["data"]
    assert renewed["expiresIn"] <= 100
    pair = TokenPair.objects.get(refreshed_at__isnull=True)
    assert pair.refresh_expires_at <= Session.objects.get().expires_at
    Session.objects.update(expires_at=timezone.now())
    assert api().post("/api/auth/refresh", {"refreshToken": renewed["refreshToken"]}).status_code == 401


def test_nothing_is_kept_of_old_sessions(api, cast):
    signed_in(api, cast.agent_west)
    long_ago = timezone.now() - timedelta(days=40)
    TokenPair.objects.update(refresh_expires_at=long_ago)
    Session.objects.update(created_at=long_ago)
    delete_expired_tokens()
    assert not Session.objects.exists()


def refresh(api, token, key):
    return api().post("/api/auth/refresh", {"refreshToken": token}, headers={"Idempotency-Key": key})


def test_a_refresh_whose_answer_was_lost_is_repeated_by_the_same_client(api, cast):
    token = signed_in(api, cast.agent_west)["refreshToken"]
    lost = refresh(api, token, "aaaa").json()["data"]
    again = refresh(api, token, "aaaa")
    assert again.status_code == 200
    # One pair is good: that of the answer that arrived.
    assert api().get("/api/auth/me", headers=bearer(lost)).status_code == 401
    assert api().get("/api/auth/me", headers=bearer(again.json()["data"])).status_code == 200
    assert refresh(api, again.json()["data"]["refreshToken"], "bbbb").status_code == 200


def test_a_pair_that_was_withdrawn_ends_the_session_when_it_is_used(api, cast):
    """Whoever got hold of a token and its key repeats the exchange: the owner goes on with the first answer."""
    token = signed_in(api, cast.agent_west)["refreshToken"]
    owner = refresh(api, token, "aaaa").json()["data"]
    assert refresh(api, token, "aaaa").status_code == 200
    thief = refresh(api, token, "aaaa").json()["data"]  # an answer may be lost twice
    assert api().get("/api/auth/me", headers=bearer(thief)).status_code == 200
    assert refresh(api, owner["refreshToken"], "bbbb").status_code == 401
    assert api().get("/api/auth/me", headers=bearer(thief)).status_code == 401


@pytest.mark.parametrize("key", ["", "other"])
def test_without_the_key_of_the_request_a_used_token_ends_the_session(api, cast, key):
    token = signed_in(api, cast.agent_west)["refreshToken"]
    first = refresh(api, token, "aaaa").json()["data"]
    assert refresh(api, token, key).status_code == 401
    assert api().get("/api/auth/me", headers=bearer(first)).status_code == 401


def test_what_arrived_and_was_gone_on_with_is_not_repeated(api, cast):
    token = signed_in(api, cast.agent_west)["refreshToken"]
    refresh(api, refresh(api, token, "aaaa").json()["data"]["refreshToken"], "bbbb")
    assert refresh(api, token, "aaaa").status_code == 401


def test_the_grace_is_short(api, cast):
    token = signed_in(api, cast.agent_west)["refreshToken"]
    refresh(api, token, "aaaa")
    TokenPair.objects.filter(refreshed_at__isnull=False).update(refreshed_at=timezone.now() - timedelta(minutes=3))
    assert refresh(api, token, "aaaa").status_code == 401


def test_the_key_of_a_device_is_its_users_and_comes_with_a_session(api, cast):
    first = signed_in(api, cast.agent_west)
    assert len(b64decode(first["cleAppareil"])) == 32
    assert refresh(api, first["refreshToken"], "").json()["data"]["cleAppareil"] == first["cleAppareil"]
    assert signed_in(api, cast.agent_east)["cleAppareil"] != first["cleAppareil"]


def test_who_must_do_something_first_gets_no_key_of_a_device(api, cast):
    User.objects.filter(id=cast.agent_west.id).update(must_change_password=True)
    assert signed_in(api, cast.agent_west)["cleAppareil"] is None
