"""The second factor: setting up, signing in with it, recovery codes, giving it up, roles that need it."""

import time
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from django_otp import oath
from django_otp.oath import totp
from django_otp.plugins.otp_totp import models as devices

from accounts.second_factor.models import Authenticator, RecoveryCode
from accounts.tokens.models import Session
from tests.conftest import PASSWORD


@pytest.fixture(autouse=True)
def one_step(monkeypatch):
    """A test is a moment: a code that was spent in the step before would be of no step that counts."""
    moment = time.time()
    monkeypatch.setattr(oath, "time", lambda: moment)
    monkeypatch.setattr(devices, "time", SimpleNamespace(time=lambda: moment))


def now_code(user, ahead=0):
    """What the user's authenticator shows, `ahead` steps of 30 seconds from now."""
    device = Authenticator.objects.get(user=user)
    return f"{totp(device.bin_key, t0=-30 * ahead):06d}"


def patient(user):
    """Forget django-otp's waiting time after a wrong code."""
    Authenticator.objects.filter(user=user).update(throttling_failure_count=0, throttling_failure_timestamp=None)


def login(api, user, **more):
    return api().post("/api/auth/login", {"email": user.email, "password": PASSWORD} | more)


def enrolled(api, user):
    """Put the second factor in force; answers the recovery codes. The code of the present step is spent."""
    caller = api(user)
    assert caller.post("/api/auth/2fa/setup").status_code == 200
    answer = caller.post("/api/auth/2fa/confirm", {"password": PASSWORD, "otp": now_code(user)})
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]["recoveryCodes"]


def test_setting_up_shows_a_secret_and_a_picture_and_is_not_in_force(api, cast):
    data = api(cast.agent_west).post("/api/auth/2fa/setup").json()["data"]
    assert data["otpauthUri"].startswith("otpauth://totp/Tabanca") and data["secret"] in data["otpauthUri"]
    assert data["qrCode"].startswith("data:image/svg+xml") and "<svg" in unquote(data["qrCode"])
    assert login(api, cast.agent_west).status_code == 200


def test_in_force_a_sign_in_needs_a_fresh_code(api, cast):
    user = cast.agent_west
    other = api(user)
    codes = enrolled(api, user)
    assert other.get("/api/auth/me").status_code == 401  # confirming ended the other sessions
    missing = login(api, user)
    assert (missing.status_code, missing.json()["code"]) == (401, "OTP_REQUIRED")
    assert login(api, user, password="x", otp=now_code(user, 1)).json()["code"] == "UNAUTHENTICATED"
    spent = login(api, user, otp=now_code(user))
    assert (spent.status_code, spent.json()["code"]) == (401, "UNAUTHENTICATED")
    patient(user)
    fresh = now_code(user, 1)
    assert login(api, user, otp=fresh).status_code == 200
    assert login(api, user, otp=fresh).status_code == 401
    assert login(api, user, otp=codes[3]).status_code == 200
    assert login(api, user, otp=codes[3]).status_code == 401
    assert login(api, user, otp=codes[4].lower().replace("-", "")).status_code == 200
    stored = b"".join(bytes(code.code_hash) for code in RecoveryCode.objects.filter(user=user))
    assert not any(code.encode() in stored for code in codes)


def test_knowing_the_password_does_not_give_more_guesses_at_the_code(api, cast):
    """Asking without a code in between must not clear the failures."""
    user = cast.agent_west
    enrolled(api, user)
    for _ in range(5):
        assert login(api, user).json()["code"] == "OTP_REQUIRED"
        assert login(api, user, otp="AAAA-AAAA-AAAA-AAAA").status_code == 401
    assert login(api, user, otp=now_code(user, 1)).status_code == 423


def test_giving_it_up_needs_password_and_code(api, cast):
    user = cast.agent_west
    codes = enrolled(api, user)
    session = api(user)
    path = "/api/auth/2fa/disable"
    assert session.post("/api/auth/2fa/setup").json()["code"] == "INVALID_STATUS"
    assert session.post(path, {"password": "x", "otp": codes[0]}).status_code == 400
    assert session.post(path, {"password": PASSWORD, "otp": "000000"}).status_code == 400
    assert session.post(path, {"password": PASSWORD, "otp": codes[0]}).status_code == 200
    assert login(api, user).status_code == 200
    assert not Authenticator.objects.exists() and not RecoveryCode.objects.exists()
    assert session.post(path, {"password": PASSWORD, "otp": codes[1]}).json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("otp", ["", "12345", "abcdef", "１２３４５６", "0" * 33, None, 5])
def test_bad_codes_are_400(api, cast, otp):
    caller = api(cast.agent_west)
    caller.post("/api/auth/2fa/setup")
    assert caller.post("/api/auth/2fa/confirm", {"password": PASSWORD, "otp": otp}).status_code == 400
    assert login(api, cast.agent_west).status_code == 200


def test_nothing_to_confirm(api, cast):
    assert (
        api(cast.agent_west).post("/api/auth/2fa/confirm", {"password": PASSWORD, "otp": "123456"}).json()["code"]
        == "INVALID_STATUS"
    )


def test_roles_that_need_it_can_do_nothing_else_before(api, cast, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    caller = api(cast.admin)
    refused = caller.get("/api/users")
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert refused.json()["data"] == {"restriction": "double_authentification"}
    assert api(cast.vbg).get("/api/regions").status_code == 403
    assert api(cast.reader_west).get("/api/regions").status_code == 200
    assert caller.get("/api/auth/me").json()["data"]["restriction"] == "double_authentification"
    assert caller.patch("/api/auth/me", {"nom": "Autre"}).status_code == 403
    caller.post("/api/auth/2fa/setup")
    assert caller.post("/api/auth/2fa/confirm", {"password": PASSWORD, "otp": now_code(cast.admin)}).status_code == 200
    assert caller.get("/api/users").status_code == 200


def test_one_setup_replaces_the_one_before(api, cast):
    caller = api(cast.agent_west)
    first = caller.post("/api/auth/2fa/setup").json()["data"]["secret"]
    assert caller.post("/api/auth/2fa/setup").json()["data"]["secret"] != first
    assert Authenticator.objects.filter(user=cast.agent_west).count() == 1
    assert Session.objects.filter(user=cast.agent_west, ended_at__isnull=True).count() == 1


def test_a_stolen_session_does_not_lock_its_owner_out(api, cast):
    """Who holds an access token and not the password puts no authenticator of his own in force."""
    thief, path = api(cast.agent_west), "/api/auth/2fa/confirm"
    thief.post("/api/auth/2fa/setup")
    code = now_code(cast.agent_west)
    missing = thief.post(path, {"otp": code})
    assert (missing.status_code, missing.json()["code"]) == (400, "VALIDATION_ERROR")
    assert set(missing.json()["details"]) == {"password"}
    wrong = thief.post(path, {"otp": code, "password": "x"})
    assert wrong.json()["details"] == {"password": ["Le mot de passe actuel n'est pas le bon."]}
    assert login(api, cast.agent_west).status_code == 200, "without a code, as before"
    assert not RecoveryCode.objects.exists()


def test_guesses_at_the_password_count_for_the_lock(api, cast):
    thief = api(cast.agent_west)
    thief.post("/api/auth/2fa/setup")
    codes = [thief.post("/api/auth/2fa/confirm", {"otp": "000000", "password": "x"}).status_code for _ in range(6)]
    assert codes == [400] * 5 + [423]
