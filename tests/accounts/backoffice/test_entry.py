"""From the console into the administration: one sign-in, and nothing that can be stolen or lasts longer than it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.tokens.api import end_session, extend_access_token
from accounts.tokens.models import Session, TokenPair
from tests.conftest import PASSWORD, make_user

ENTRY = "/api/auth/administration"


def enter(user):
    """A browser that signed in at the console and pressed the button; its answers and its bearer header."""
    client = Client(enforce_csrf_checks=True)
    body = {"email": user.email, "password": PASSWORD}
    signed = client.post("/api/auth/login", body, content_type="application/json").json()["data"]
    bearer = f"Bearer {signed['accessToken']}"
    return client, client.post(ENTRY, headers={"Authorization": bearer}), signed


def test_one_sign_in_opens_both_and_is_told(cast):
    client, answer, _signed = enter(cast.admin)
    cookie = answer.cookies["tabanca_admin"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (
        "/admin/",
        True,
        "Strict",
        "",
    )
    assert answer["Cache-Control"] == "no-store" and cookie.value not in answer.content.decode()
    assert client.get("/admin/").status_code == 200
    session = Session.objects.get(user=cast.admin)
    entry = Trace.objects.get(model="administration")
    assert (entry.utilisateur_id, entry.objet) == (cast.admin.id, session.id)


def test_the_end_of_the_one_is_the_end_of_the_other(cast):
    client, _answer, _signed = enter(cast.admin)
    end_session(user=cast.admin, session_id=Session.objects.get(user=cast.admin).id)
    assert client.get("/admin/").status_code == 302


def test_it_lasts_no_longer_than_it_may_however_much_it_is_used(cast, settings):
    settings.ADMIN_HAND_OVER_SECONDS = 60
    client, answer, _signed = enter(cast.admin)
    pair = TokenPair.objects.filter(user=cast.admin).latest("id")
    end = pair.refresh_expires_at
    assert pair.access_expires_at <= end <= timezone.now() + timedelta(seconds=60)
    extend_access_token(access_token=answer.cookies["tabanca_admin"].value, seconds=1_800)
    pair.refresh_from_db()
    assert pair.access_expires_at <= end
    TokenPair.objects.filter(id=pair.id).update(access_expires_at=timezone.now())
    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize("wanted", ["?next=https://evil.example/", "?next=//evil.example/"])
def test_it_leads_nowhere_and_takes_only_a_post_with_a_bearer(cast, wanted):
    client, answer, signed = enter(cast.admin)
    bearer = {"Authorization": f"Bearer {signed['accessToken']}"}
    assert "Location" not in answer and "Location" not in client.post(ENTRY + wanted, headers=bearer)
    assert "tabanca_admin" not in client.get(ENTRY, headers=bearer).cookies
    for headers in ({}, {"Authorization": "Bearer tbk_made-up"}, {"Authorization": f"Bearer {signed['refreshToken']}"}):
        refused = client.post(ENTRY, headers=headers)  # the cookie that it has is sent nowhere but to /admin/
        assert refused.status_code == 401 and "tabanca_admin" not in refused.cookies


def test_who_may_not_enter_by_the_form_may_not_enter_by_the_button(cast):
    for user in (cast.agent_west, cast.reader_west, cast.stranger, cast.vbg):
        client, answer, _signed = enter(user)
        assert answer.status_code == 403 and "tabanca_admin" not in answer.cookies
        assert client.get("/admin/").status_code == 302


def test_the_second_factor_that_is_required_comes_first(db, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    _client, answer, _signed = enter(make_user("ROLE_SUPER_ADMIN"))
    assert answer.status_code == 403 and "double authentification" in answer.json()["error"]
    assert not Trace.objects.filter(model="administration").exists()


def test_it_is_off_with_the_administration(cast, settings):
    settings.ADMIN = False
    assert enter(cast.admin)[1].status_code == 404
