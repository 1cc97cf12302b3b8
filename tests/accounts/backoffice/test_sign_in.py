"""Into the administration by the service's own sign-in: lock-out, code, restrictions, end."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.tokens.models import Session, TokenPair
from accounts.users.models import User
from tests.accounts.backoffice.conftest import sign_in
from tests.accounts.second_factor.test_second_factor import enrolled, now_code, patient
from tests.conftest import Api, make_user


def test_a_session_of_the_service_in_a_cookie_of_its_pages(cast):
    client, answer = sign_in(cast.admin)
    assert answer.status_code == 302 and answer["Location"] == "/admin/"
    cookie = client.cookies["tabanca_admin"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (
        "/admin/",
        True,
        "Strict",
        "",
    )
    assert Session.objects.get(user=cast.admin).ended_at is None
    page = client.get("/admin/")
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert "script-src 'self'" in page["Content-Security-Policy"] and "unsafe" not in page["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/admin/geo/region/fond.json", "/admin/x/y/"])
def test_nobody_is_sent_to_the_form(db, path):
    answer = Client().get(path)
    assert answer.status_code == 302 and answer["Location"].startswith("/admin/login/")


def test_a_wrong_password_counts_and_locks(cast, settings):
    settings.SIGN_IN_MAX_FAILURES = 3
    statuses = [sign_in(cast.admin, password="faux-mot-de-passe")[1].status_code for _ in range(4)]
    assert statuses == [401, 401, 401, 423]
    assert sign_in(cast.admin)[1].status_code == 423
    assert Api().post("/api/auth/login", {"email": cast.admin.email, "password": "x"}).status_code == 423


def test_the_second_factor_is_asked(api, cast):
    enrolled(api, cast.admin)
    assert sign_in(cast.admin)[1].status_code == 401
    assert sign_in(cast.admin, otp="000000")[1].status_code == 401
    patient(cast.admin)
    code = now_code(cast.admin, 1)
    client, answer = sign_in(cast.admin, otp=code)
    assert answer.status_code == 302 and client.get("/admin/").status_code == 200
    assert sign_in(cast.admin, otp=code)[1].status_code == 401


def test_who_must_do_something_first_stays_outside(cast, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    client, answer = sign_in(cast.admin)
    assert answer.status_code == 403
    assert "tabanca_admin" not in client.cookies
    assert not Session.objects.filter(user=cast.admin, ended_at__isnull=True).exists()


def test_who_administers_nothing_stays_outside(cast):
    for user in (cast.agent_west, cast.reader_west, cast.stranger, cast.vbg):
        client, answer = sign_in(user)
        assert answer.status_code == 403
        assert client.get("/admin/").status_code == 302


def test_a_form_of_another_site_is_refused(cast):
    client = Client(enforce_csrf_checks=True)
    assert client.post("/admin/login/", {"email": cast.admin.email, "password": "x"}).status_code == 403


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/admin/", "/", "javascript:alert(1)"])
def test_nobody_is_led_elsewhere(cast, wanted):
    assert sign_in(cast.admin, next=wanted)[1]["Location"] == "/admin/"


def test_deactivation_and_the_end_of_the_session_count_at_once(cast, let_in):
    make_user("ROLE_ADMIN")
    client = let_in(cast.admin)
    User.objects.filter(id=cast.admin.id).update(is_active=False)
    assert client.get("/admin/").status_code == 302
    User.objects.filter(id=cast.admin.id).update(is_active=True)
    assert client.get("/admin/").status_code == 200
    csrf = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    kept = client.cookies["tabanca_admin"].value
    assert client.get("/admin/logout/").status_code == 302 and client.get("/admin/").status_code == 200
    client.post("/admin/logout/", csrf)
    client.cookies["tabanca_admin"] = kept
    assert client.get("/admin/").status_code == 302


def test_it_stays_open_while_it_is_used(cast, let_in, settings):
    client = let_in(cast.admin)
    pair = TokenPair.objects.filter(user=cast.admin)
    soon = timezone.now() + timedelta(seconds=settings.ADMIN_IDLE_SECONDS / 3)
    pair.update(access_expires_at=soon)
    assert client.get("/admin/").status_code == 200
    assert pair.get().access_expires_at > soon
    end = Session.objects.get(user=cast.admin)
    Session.objects.update(expires_at=soon)
    pair.update(access_expires_at=soon)
    client.get("/admin/")
    assert pair.get().access_expires_at == soon != end.expires_at
    pair.update(access_expires_at=timezone.now())
    assert client.get("/admin/").status_code == 302


def test_limits_hold_here_too(cast, let_in, settings):
    client = let_in(cast.admin)
    settings.REQUESTS_PER_MINUTE = 2
    assert [client.get("/admin/").status_code for _ in range(4)][-1] == 429


def test_it_can_be_switched_off(cast, let_in, settings):
    client = let_in(cast.admin)
    settings.ADMIN = False
    assert client.get("/admin/").status_code == client.get("/admin/login/").status_code == 404


def test_bad_addresses_are_no_faults(cast, let_in):
    client = let_in(cast.admin)
    for query in (
        "?q=%00",
        "?p=99999",
        "?p=x",
        "?o=1.2",
        "?password__startswith=argon",
        "?all=",
        "?recherche__regex=(",
    ):
        assert client.get(f"/admin/accounts/user/{query}").status_code in (200, 302, 400), query
    assert client.get("/admin/accounts/user/nobody/change/").status_code == 302
    assert client.get("/admin/registry/household/%00/change/").status_code in (302, 400, 404)


def test_authentication_is_two_statements(cast, let_in, django_assert_num_queries):
    """The lookup of the token, and the update that lets it hold longer."""
    client = let_in(cast.admin)
    with django_assert_num_queries(2):
        client.get("/admin/password_change/")


def test_a_refused_sign_in_is_listed_with_its_account(let_in, cast):
    """For who administers it; of an address that is no account's nothing is stored but that somebody tried."""
    for email in (cast.agent_west.email, "personne@tabanca.example"):
        Client().post("/api/auth/login", {"email": email, "password": "x"}, content_type="application/json")
    page = let_in(cast.admin).get("/admin/accounts/signinattempt/").content.decode()
    assert cast.agent_west.email in page and "adresse sans compte" in page and "personne@" not in page
