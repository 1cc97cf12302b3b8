"""From the console into the administration: one sign-in, and nothing that can be stolen or lasts longer than it."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.tokens.api import end_session, extend_access_token
from accounts.tokens.models import Session, TokenPair
from accounts.tokens.services import create_access_key
from accounts.users.models import User
from tests.accounts.backoffice.conftest import sign_in
from tests.accounts.second_factor.test_second_factor import enrolled, now_code, patient
from tests.conftest import PASSWORD, Api, make_user

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
        assert answer.status_code == 403 and not read_cookie(answer)
        assert client.get("/admin/").status_code == 302


def test_the_second_factor_that_is_required_comes_first(db, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    _client, answer, _signed = enter(make_user("ROLE_SUPER_ADMIN"))
    assert answer.status_code == 403 and "double authentification" in answer.json()["error"]
    assert not Trace.objects.filter(model="administration").exists()


def test_it_is_off_with_the_administration(cast, settings):
    described = Client().get("/api/schema", headers={"Accept": "application/json"}).json()["paths"][ENTRY]["post"]
    assert {"401", "403", "404"} <= described["responses"].keys()
    settings.ADMIN = False
    assert enter(cast.admin)[1].status_code == 404


def is_in(token):
    """Whether the administration takes this token, in a browser that holds nothing else."""
    client = Client()
    client.cookies["tabanca_admin"] = token
    return client.get("/admin/").status_code == 200


def call(token, path=ENTRY, body=None):
    header = {"Authorization": f"Bearer {token}"}
    return Client().post(path, body or {}, content_type="application/json", headers=header)


def read_cookie(answer):
    return answer.cookies["tabanca_admin"].value


def test_the_cookie_is_no_bearer_and_cannot_renew_itself(cast):
    token = read_cookie(enter(cast.admin)[1])
    renewed = call(token)
    assert renewed.status_code == 401 and "tabanca_admin" not in renewed.cookies
    for word in ("Bearer", "bearer", "BEARER"):
        assert Client().get("/api/auth/me", headers={"Authorization": f"{word} {token}"}).status_code == 401
    assert call(token.removeprefix("tba."), "/api/auth/logout").status_code == 401
    assert Api().post("/api/auth/refresh", {"refreshToken": token}).status_code == 401
    assert is_in(token)


def test_a_bearer_token_in_the_cookie_opens_nothing(cast):
    signed = enter(cast.admin)[2]
    before = list(TokenPair.objects.order_by("id").values_list("access_expires_at", flat=True))
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(minutes=10)):
        assert not is_in(signed["accessToken"])
    assert not is_in(signed["refreshToken"])
    assert list(TokenPair.objects.order_by("id").values_list("access_expires_at", flat=True)) == before


def test_the_token_of_the_form_is_no_bearer_either(cast):
    client = sign_in(cast.admin)[0]
    assert client.get("/admin/").status_code == 200
    assert call(client.cookies["tabanca_admin"].value).status_code == 401


def test_a_session_has_one_entry_the_last(cast):
    _client, first, signed = enter(cast.admin)
    second = call(signed["accessToken"])
    assert read_cookie(first) != read_cookie(second)
    assert (is_in(read_cookie(first)), is_in(read_cookie(second))) == (False, True)
    other = read_cookie(enter(cast.admin)[1])
    assert is_in(other) and is_in(read_cookie(second)), "another session has its own"


def test_a_new_password_ends_the_entry_of_the_session_that_stays(cast):
    _client, answer, signed = enter(cast.admin)
    body = {"currentPassword": PASSWORD, "newPassword": "un-autre-mot-de-passe-long-2026"}
    changed = call(signed["accessToken"], "/api/auth/password/change", body)
    assert changed.status_code == 200, changed.content
    assert not is_in(read_cookie(answer))
    assert is_in(read_cookie(call(signed["accessToken"])))


@pytest.mark.parametrize("state", [{"is_active": False}, {"must_change_password": True}])
def test_who_is_barred_neither_enters_nor_stays(cast, state):
    make_user("ROLE_SUPER_ADMIN")  # one must be left
    _client, answer, signed = enter(cast.admin)
    User.objects.filter(id=cast.admin.id).update(**state)
    again = call(signed["accessToken"])
    assert again.status_code in (401, 403) and ("tabanca_admin" not in again.cookies or not read_cookie(again))
    assert not is_in(read_cookie(answer))


def test_a_new_factor_ends_the_entry_of_the_session_that_stays(cast):
    _client, answer, signed = enter(cast.admin)
    assert call(signed["accessToken"], "/api/auth/2fa/setup").status_code == 200
    body = {"password": PASSWORD, "otp": now_code(cast.admin)}
    assert call(signed["accessToken"], "/api/auth/2fa/confirm", body).status_code == 200
    assert not is_in(read_cookie(answer)) and is_in(read_cookie(call(signed["accessToken"])))


def test_a_second_factor_was_given_in_every_session_there_is(api, cast):
    _client, answer, signed = enter(cast.admin)
    enrolled(api, cast.admin)
    assert call(signed["accessToken"]).status_code == 401, "a session from before, without a code"
    assert not is_in(read_cookie(answer))
    body = {"email": cast.admin.email, "password": PASSWORD}
    assert Api().post("/api/auth/login", body).status_code == 401
    patient(cast.admin)
    with_code = Api().post("/api/auth/login", body | {"otp": now_code(cast.admin, 1)}).json()["data"]
    assert is_in(read_cookie(call(with_code["accessToken"])))


def test_a_key_an_expired_token_and_other_methods_open_nothing(cast):
    client, _answer, signed = enter(cast.admin)
    key = create_access_key(user=cast.admin, name="QGIS", days=1)[1]
    assert call(key).status_code == 401
    header = {"Authorization": f"Bearer {signed['accessToken']}"}
    for method in (client.get, client.head, client.put, client.patch, client.delete):
        refused = method(ENTRY, headers=header)
        assert refused.status_code == 405 and "tabanca_admin" not in refused.cookies
    TokenPair.objects.filter(user=cast.admin).update(access_expires_at=timezone.now())
    assert call(signed["accessToken"]).status_code == 401


def test_a_form_of_another_site_opens_nothing_and_may_not_ask(cast):
    client, _answer, signed = enter(cast.admin)
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    for kind in ("application/x-www-form-urlencoded", "text/plain"):
        sent = client.post(ENTRY, f"access_token={signed['accessToken']}", content_type=kind, headers=foreign)
        assert sent.status_code == 401 and "tabanca_admin" not in sent.cookies
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = client.options(ENTRY, headers=foreign | asked)
    assert not [name for name in answer.headers if name.lower().startswith("access-control-allow")]


@pytest.mark.parametrize("tls", [True, False])
def test_the_cookie_is_new_and_secure_behind_tls(cast, settings, tls):
    settings.SESSION_COOKIE_SECURE = tls
    client, _answer, signed = enter(cast.admin)
    client.cookies["tabanca_admin"] = "planted"
    answer = client.post(ENTRY, headers={"Authorization": f"Bearer {signed['accessToken']}"})
    assert read_cookie(answer) != "planted" and bool(answer.cookies["tabanca_admin"]["secure"]) is tls
    assert not answer.cookies["tabanca_admin"]["domain"]
    assert not is_in("planted")


def test_each_sign_out_ends_both_and_nothing_is_replayed(cast):
    _client, answer, signed = enter(cast.admin)
    assert call(signed["accessToken"], "/api/auth/logout").status_code == 200
    assert not is_in(read_cookie(answer)) and call(signed["accessToken"]).status_code == 401
    client, answer, signed = enter(cast.admin)
    page = client.get("/admin/")
    assert page.status_code == 200
    secret = client.cookies["csrftoken"].value
    assert client.post("/admin/logout/").status_code == 403, "another site signs nobody out"
    assert client.post("/admin/logout/", {"csrfmiddlewaretoken": secret}).status_code == 302
    assert not is_in(read_cookie(answer)) and call(signed["accessToken"]).status_code == 401
    assert Api().post("/api/auth/refresh", {"refreshToken": signed["refreshToken"]}).status_code == 401


def test_the_history_and_a_repetition_hold_no_token(cast):
    _client, answer, signed = enter(cast.admin)
    told = str(Trace.objects.filter(model="administration").values())
    for secret in (read_cookie(answer), signed["accessToken"], signed["refreshToken"]):
        assert secret not in told and secret[4:] not in told
    header = {"Authorization": f"Bearer {signed['accessToken']}", "Idempotency-Key": "the-same"}
    twice = [Client().post(ENTRY, headers=header) for _ in range(2)]
    assert read_cookie(twice[0]) != read_cookie(twice[1])
    assert Trace.objects.filter(model="administration").count() == 3


def test_half_an_hour_without_use_and_two_hours_at_most(cast):
    start = timezone.now()
    token = read_cookie(enter(cast.admin)[1])
    pair = TokenPair.objects.filter(user=cast.admin).latest("id")
    assert timedelta(minutes=29) < pair.access_expires_at - start < timedelta(minutes=31)
    for minutes in range(20, 2 * 60, 20):
        with patch("django.utils.timezone.now", return_value=start + timedelta(minutes=minutes)):
            extend_access_token(access_token=token, seconds=1_800)
    pair.refresh_from_db()
    assert timedelta(hours=2) - timedelta(minutes=1) < pair.access_expires_at - start < timedelta(hours=2, minutes=1)
    with patch("django.utils.timezone.now", return_value=start + timedelta(hours=2, minutes=1)):
        extend_access_token(access_token=token, seconds=1_800)
    end = pair.access_expires_at
    pair.refresh_from_db()
    assert pair.access_expires_at == end


def test_looking_at_what_another_sees_opens_nothing_of_theirs(cast):
    _client, answer, signed = enter(cast.admin)
    path = f"/api/users/{cast.agent_west.id}/apercu"
    seen = Client().get(path, headers={"Authorization": f"Bearer {signed['accessToken']}"})
    assert seen.status_code == 200 and "tabanca_admin" not in seen.cookies
    agent = enter(cast.agent_west)[2]
    assert call(agent["accessToken"]).status_code == 403
    entered = set(Trace.objects.filter(model="administration").values_list("utilisateur_id", flat=True))
    assert entered == {cast.admin.id} and is_in(read_cookie(answer))


def test_who_is_refused_does_not_come_in_as_the_one_before(cast):
    """At a shared computer the page that follows would be that of whoever had left it open."""
    client, _answer = sign_in(cast.admin)
    body = {"email": cast.agent_west.email, "password": PASSWORD}
    signed = client.post("/api/auth/login", body, content_type="application/json").json()["data"]
    assert client.post(ENTRY).status_code == 401 and client.get("/admin/").status_code == 200  # as another site would
    refused = client.post(ENTRY, headers={"Authorization": f"Bearer {signed['accessToken']}"})
    assert refused.status_code == 403 and not read_cookie(refused)
    assert client.get("/admin/").status_code == 302


def test_what_cannot_be_told_is_not_opened_and_ends_nothing(cast):
    _client, answer, signed = enter(cast.admin)
    before = list(TokenPair.objects.order_by("id").values())
    with patch("accounts.backoffice.services.write_audit_entry", side_effect=RuntimeError):
        assert call(signed["accessToken"]).status_code == 500
    assert list(TokenPair.objects.order_by("id").values()) == before and is_in(read_cookie(answer))


def test_what_was_taken_away_is_not_prolonged_by_a_page_under_way(cast):
    """A page reads the clock, the password is changed, the page prolongs its token by the clock that it read."""
    _client, answer, signed = enter(cast.admin)
    TokenPair.objects.update(access_expires_at=timezone.now() + timedelta(minutes=5))
    read = timezone.now()
    body = {"currentPassword": PASSWORD, "newPassword": "un-autre-mot-de-passe-long-2026"}
    assert call(signed["accessToken"], "/api/auth/password/change", body).status_code == 200
    with patch("django.utils.timezone.now", return_value=read):
        extend_access_token(access_token=read_cookie(answer), seconds=1_800)
    assert not is_in(read_cookie(answer))


def test_a_lost_renewal_withdraws_what_its_token_may_have_opened(cast):
    _client, answer, signed = enter(cast.admin)

    def renew(token, key):
        body = {"refreshToken": token}
        return Api().post("/api/auth/refresh", body, headers={"Idempotency-Key": key})

    lost = renew(signed["refreshToken"], "aaaa").json()["data"]
    assert is_in(read_cookie(answer)), "a renewal is no end"
    thief = read_cookie(call(lost["accessToken"]))
    assert is_in(thief) and not is_in(read_cookie(answer))
    found = renew(signed["refreshToken"], "aaaa").json()["data"]
    assert not is_in(thief)
    own = read_cookie(call(found["accessToken"]))
    assert is_in(own) and renew(found["refreshToken"], "bbbb").status_code == 200 and is_in(own)
    assert renew(found["refreshToken"], "cccc").status_code == 401, "somebody holds a copy: the session ends"
    assert not is_in(own)


def test_its_calls_count_like_others(cast, settings):
    signed = enter(cast.admin)[2]
    settings.REQUESTS_PER_MINUTE = 3
    assert [call(signed["accessToken"]).status_code for _ in range(4)][-1] == 429
