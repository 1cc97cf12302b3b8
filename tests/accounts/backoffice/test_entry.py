"""From the console into the administration: one sign-in, and nothing that can be stolen or lasts longer than it."""

from base64 import b64encode
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.tokens.api import end_session, extend_access_token
from accounts.tokens.models import Session, TokenPair
from accounts.tokens.services import create_access_key
from accounts.users.models import User
from tests.accounts.backoffice.conftest import sign_in
from tests.accounts.second_factor.test_second_factor import now_code
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
        assert answer.status_code == 403 and not answer.cookies["tabanca_admin"].value
        assert client.get("/admin/").status_code == 302


def test_the_second_factor_that_is_required_comes_first(db, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    _client, answer, _signed = enter(make_user("ROLE_SUPER_ADMIN"))
    assert answer.status_code == 403 and "double authentification" in answer.json()["error"]
    assert not Trace.objects.filter(model="administration").exists()


def test_it_is_off_with_the_administration(cast, settings):
    settings.ADMIN = False
    assert enter(cast.admin)[1].status_code == 404


def moved(user, seconds):
    """Let `seconds` go by for the tokens and sessions of a user."""
    by = timedelta(seconds=seconds)
    pairs = TokenPair.objects.filter(user=user)
    pairs.update(access_expires_at=F("access_expires_at") - by, refresh_expires_at=F("refresh_expires_at") - by)
    Session.objects.filter(user=user).update(expires_at=F("expires_at") - by)


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_its_token_opens_the_administration_and_nothing_else(cast):
    """As a bearer token it would give a copied token of minutes the eight hours, again and again."""
    _client, answer, _signed = enter(cast.admin)
    form, _answer = sign_in(cast.admin)
    for token in (answer.cookies["tabanca_admin"].value, form.cookies["tabanca_admin"].value):
        for path in ("/api/auth/administration", "/api/auth/logout", "/api/users"):
            refused = Client().post(path, headers=bearer(token))
            assert refused.status_code == 401 and "tabanca_admin" not in refused.cookies, path
        assert Client().get("/api/auth/me", headers=bearer(token)).status_code == 401


def test_a_token_of_the_console_opens_no_page_and_is_prolonged_by_none(cast):
    """Prolonged by the pages' use, a copied token of minutes would last for as long as the session."""
    for user in (cast.admin, cast.agent_west):
        client, _answer, signed = enter(user)
        client.cookies["tabanca_admin"] = signed["accessToken"]
        moved(user, 600)
        rows = TokenPair.objects.filter(user=user).order_by("id").values_list("access_expires_at", flat=True)
        before = list(rows)
        assert client.get("/admin/").status_code == 302
        assert list(rows) == before
        client.cookies["tabanca_admin"] = signed["refreshToken"]
        assert client.get("/admin/").status_code == 302


def test_a_new_password_ends_what_was_handed_over(cast):
    """Who changes a password because somebody looked on keeps the console's session: a copy goes with the old password."""
    client, _answer, signed = enter(cast.admin)
    body = {"currentPassword": PASSWORD, "newPassword": "une-autre-phrase-de-passe-2027"}
    kind, headers = "application/json", bearer(signed["accessToken"])
    assert client.get("/admin/").status_code == 200
    assert client.post("/api/auth/password/change", body, content_type=kind, headers=headers).status_code == 200
    assert client.get("/admin/").status_code == 302
    assert client.get("/api/auth/me", headers=headers).status_code == 200
    assert client.post(ENTRY, headers=headers).status_code == 200 and client.get("/admin/").status_code == 200


def test_a_second_factor_ends_what_was_handed_over_and_is_asked_at_the_next_sign_in(cast):
    client, _answer, signed = enter(cast.admin)
    kind, headers = "application/json", bearer(signed["accessToken"])
    assert client.post("/api/auth/2fa/setup", headers=headers).status_code == 200
    body = {"password": PASSWORD, "otp": now_code(cast.admin)}
    assert client.post("/api/auth/2fa/confirm", body, content_type=kind, headers=headers).status_code == 200
    assert client.get("/admin/").status_code == 302
    assert client.post(ENTRY, headers=headers).status_code == 200  # this session has just given a code
    body = {"email": cast.admin.email, "password": PASSWORD}
    assert Client().post("/api/auth/login", body, content_type=kind).status_code == 401
    coded = Client().post("/api/auth/login", body | {"otp": now_code(cast.admin, 1)}, content_type=kind).json()["data"]
    assert client.post(ENTRY, headers=bearer(coded["accessToken"])).status_code == 200
    assert client.get("/admin/").status_code == 200


def test_who_is_refused_does_not_come_in_as_the_one_before(cast):
    """At a shared computer the page that follows would be that of whoever had left it open."""
    client, _answer = sign_in(cast.admin)
    kind, body = "application/json", {"email": cast.agent_west.email, "password": PASSWORD}
    signed = client.post("/api/auth/login", body, content_type=kind).json()["data"]
    assert client.get("/admin/").status_code == 200
    assert client.post(ENTRY).status_code == 401 and client.get("/admin/").status_code == 200  # as another site would
    assert client.post(ENTRY, headers=bearer(signed["accessToken"])).status_code == 403
    assert client.cookies["tabanca_admin"].value == "" and client.get("/admin/").status_code == 302


def test_what_cannot_be_told_is_not_opened(cast, monkeypatch):
    def fail(**_entry):
        raise RuntimeError("the history cannot be written")

    monkeypatch.setattr("accounts.backoffice.services.write_audit_entry", fail)
    _client, answer, _signed = enter(cast.admin)
    assert answer.status_code == 500 and "tabanca_admin" not in answer.cookies
    assert TokenPair.objects.filter(user=cast.admin).count() == 1


def test_no_key_and_no_token_of_a_session_that_is_over_opens_it(cast):
    _key, secret = create_access_key(user=cast.admin, name="QGIS", days=1)
    assert Client().post(ENTRY, headers=bearer(secret)).status_code == 401
    basic = b64encode(f"x:{secret}".encode()).decode()
    assert Client().post(ENTRY, headers={"Authorization": f"Basic {basic}"}).status_code == 401
    _client, _answer, signed = enter(cast.admin)
    client = Client()
    client.cookies["tabanca_admin"] = secret
    assert client.get("/admin/").status_code == 302
    moved(cast.admin, 901)
    assert client.post(ENTRY, headers=bearer(signed["accessToken"])).status_code == 401
    _client, _answer, signed = enter(cast.admin)
    client.post("/api/auth/logout", headers=bearer(signed["accessToken"]))
    repeated = client.post(ENTRY, headers=bearer(signed["accessToken"]) | {"Idempotency-Key": "k" * 20})
    assert repeated.status_code == 401 and "tabanca_admin" not in repeated.cookies


def test_a_repetition_under_a_key_asks_again_who_it_is(cast):
    _client, _answer, signed = enter(cast.admin)
    headers = bearer(signed["accessToken"]) | {"Idempotency-Key": "one-key-for-both"}
    first, second = Client().post(ENTRY, headers=headers), Client().post(ENTRY, headers=headers)
    assert first.cookies["tabanca_admin"].value != second.cookies["tabanca_admin"].value
    Client().post("/api/auth/logout", headers=bearer(signed["accessToken"]))
    assert Client().post(ENTRY, headers=headers).status_code == 401


def test_a_user_who_is_changed_is_outside_with_the_next_request(cast):
    make_user("ROLE_SUPER_ADMIN")  # the service is never without one
    client, _answer, signed = enter(cast.admin)
    row = User.objects.filter(id=cast.admin.id)
    kept = row.values("role_id", "is_active", "must_change_password").get()
    for change in ({"is_active": False}, {"must_change_password": True}, {"role_id": cast.agent_west.role_id}):
        row.update(**change)
        refused = Client().post(ENTRY, headers=bearer(signed["accessToken"]))
        assert refused.status_code in (401, 403) and not refused.cookies.get("tabanca_admin", SimpleNamespace(value="")).value
        assert client.get("/admin/").status_code == 302, change
        row.update(**kept)
        assert client.get("/admin/").status_code == 200


def test_signing_out_of_either_is_signing_out_of_both(cast):
    client, answer, signed = enter(cast.admin)
    other, _answer, _signed = enter(cast.admin)  # another browser
    assert client.post("/api/auth/logout", headers=bearer(signed["accessToken"])).status_code == 200
    assert client.get("/admin/").status_code == 302 and other.get("/admin/").status_code == 200
    client, answer, signed = enter(cast.admin)
    client.get("/admin/")
    assert client.post("/admin/logout/").status_code == 403  # a form of another site
    body = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    assert client.post("/admin/logout/", body).status_code == 302
    client.cookies["tabanca_admin"] = answer.cookies["tabanca_admin"].value
    assert client.get("/admin/").status_code == 302
    assert client.get("/api/auth/me", headers=bearer(signed["accessToken"])).status_code == 401
    renewed = {"refreshToken": signed["refreshToken"]}
    assert client.post("/api/auth/refresh", renewed, content_type="application/json").status_code == 401
    assert other.get("/admin/").status_code == 200


def test_a_lost_renewal_withdraws_what_its_token_may_have_opened(cast):
    client, _answer, signed = enter(cast.admin)

    def renew(token, key):
        headers = {"Idempotency-Key": key}
        kind = "application/json"
        return client.post("/api/auth/refresh", {"refreshToken": token}, content_type=kind, headers=headers)

    assert client.get("/admin/").status_code == 200
    lost = renew(signed["refreshToken"], "aaaa").json()["data"]
    thief = Client()
    assert thief.post(ENTRY, headers=bearer(lost["accessToken"])).status_code == 200
    assert thief.get("/admin/").status_code == client.get("/admin/").status_code == 200
    found = renew(signed["refreshToken"], "aaaa").json()["data"]
    assert thief.get("/admin/").status_code == 302
    assert client.post(ENTRY, headers=bearer(found["accessToken"])).status_code == 200
    assert client.get("/admin/").status_code == 200
    assert renew(found["refreshToken"], "bbbb").status_code == 200 and client.get("/admin/").status_code == 200
    assert renew(found["refreshToken"], "cccc").status_code == 401  # a copy: the family ends, and this with it
    assert client.get("/admin/").status_code == 302


def test_it_closes_after_half_an_hour_without_use_and_after_eight_hours_of_it(cast):
    client, _answer, _signed = enter(cast.admin)
    moved(cast.admin, 1_801)
    assert client.get("/admin/").status_code == 302
    client, _answer, _signed = enter(cast.admin)
    for minute in range(0, 480, 20):
        assert client.get("/admin/").status_code == 200, minute
        moved(cast.admin, 1_200)
    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize("verb", ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])
def test_no_other_verb_opens_it(cast, verb):
    _client, _answer, signed = enter(cast.admin)
    headers = bearer(signed["accessToken"]) | {"X-HTTP-Method-Override": "POST"}
    assert "tabanca_admin" not in Client().generic(verb, ENTRY + "?_method=POST", headers=headers).cookies


def test_the_cookie_is_secure_where_the_service_is_and_the_history_holds_no_token(cast, settings):
    settings.SESSION_COOKIE_SECURE = True
    _client, answer, signed = enter(cast.admin)
    cookie = answer.cookies["tabanca_admin"]
    assert cookie["secure"] is True and cookie["domain"] == "" and cookie["path"] == "/admin/"
    told = str(Trace.objects.filter(model="administration").values().get())
    assert not any(secret in told for secret in (cookie.value, signed["accessToken"], signed["refreshToken"]))


def test_its_calls_count_like_others(cast, settings):
    _client, _answer, signed = enter(cast.admin)
    settings.REQUESTS_PER_MINUTE = 3
    statuses = [Client().post(ENTRY, headers=bearer(signed["accessToken"])).status_code for _ in range(5)]
    assert statuses[-1] == 429
