"""Changing, forgetting and resetting passwords."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from accounts.mails.jobs import attempt_delivery
from accounts.mails.models import OutgoingMail
from accounts.passwords.models import PasswordReset
from accounts.tokens.queries import hash_token
from accounts.users.hashers import Argon2id
from accounts.users.models import User
from tests.conftest import PASSWORD, make_user

GOOD = "Cacheu-Lua-7390!"


def login(api, user, password):
    return api().post("/api/auth/login", {"email": user.email, "password": password})


def code(answer):
    return answer.status_code, answer.json().get("code")


def asked(api, user):
    """Ask for a link and read the token from the mail."""
    answer = api().post("/api/auth/password/forgot", {"email": user.email.upper()})
    assert answer.status_code == 200
    attempt_delivery(OutgoingMail.objects.get(user=user, statut="en_attente").id)
    return mail.outbox[-1].body.split("#mot-de-passe=")[1].split()[0]


def test_a_change_ends_the_other_sessions_only(api, cast):
    user = cast.agent_west
    here, there = api(user), api(user)
    path = "/api/auth/password/change"
    wrong = here.post(path, {"currentPassword": "x", "newPassword": GOOD})
    assert code(wrong) == (400, "VALIDATION_ERROR") and list(wrong.json()["details"]) == ["currentPassword"]
    for bad in ("kurz", "1234567890123", "x" * 129, PASSWORD):
        answer = here.post(path, {"currentPassword": PASSWORD, "newPassword": bad})
        assert code(answer) == (400, "VALIDATION_ERROR"), bad
        assert list(answer.json()["details"]) == ["newPassword"]
    assert here.post(path, {"currentPassword": PASSWORD, "newPassword": GOOD}).status_code == 200
    assert (here.get("/api/auth/me").status_code, there.get("/api/auth/me").status_code) == (200, 401)
    assert login(api, user, PASSWORD).status_code == 401
    assert login(api, user, GOOD).status_code == 200


def test_guessing_the_present_password_is_locked_out(api, cast):
    caller = api(cast.agent_west)
    sent = {"currentPassword": "x", "newPassword": GOOD}
    codes = [code(caller.post("/api/auth/password/change", sent))[1] for _ in range(7)]
    assert codes == ["VALIDATION_ERROR"] * 5 + ["ACCOUNT_LOCKED"] * 2


def test_forgotten_and_set_anew_once(api, cast):
    user = cast.agent_west
    session = api(user)
    token = asked(api, user)
    stored = PasswordReset.objects.get(user=user)
    assert bytes(stored.token_hash) == hash_token(token) != token.encode()
    assert code(api().post("/api/auth/password/reset", {"token": token, "newPassword": "kurz"}))[0] == 400
    sent = {"token": token, "newPassword": GOOD}
    assert api().post("/api/auth/password/reset", sent).status_code == 200
    assert code(api().post("/api/auth/password/reset", sent)) == (400, "VALIDATION_ERROR")
    assert session.get("/api/auth/me").status_code == 401
    assert login(api, user, GOOD).status_code == 200


def test_unknown_addresses_are_answered_alike_and_do_the_same_work(api, cast, django_assert_num_queries):
    answers = []
    for email in (cast.agent_west.email, "personne@tabanca.example"):
        with django_assert_num_queries(6):
            answers.append(api().post("/api/auth/password/forgot", {"email": email}))
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1
    for waiting in OutgoingMail.objects.all():
        attempt_delivery(waiting.id)
    assert [message.to for message in mail.outbox] == [[cast.agent_west.email]]
    assert set(OutgoingMail.objects.values_list("statut", flat=True)) == {"envoye", "sans_objet"}


def test_a_mailbox_is_not_flooded(api, cast):
    asked(api, cast.agent_west)
    api().post("/api/auth/password/forgot", {"email": cast.agent_west.email})
    attempt_delivery(OutgoingMail.objects.get(statut="en_attente").id)
    assert len(mail.outbox) == 1


def test_asking_in_anothers_name_does_not_spoil_his_link(api, cast):
    def minutes_later(minutes):
        OutgoingMail.objects.update(sent_at=F("sent_at") - timedelta(minutes=minutes))

    for _ in range(3):
        token = asked(api, cast.agent_west)
        minutes_later(2)
    for _ in range(5):
        api().post("/api/auth/password/forgot", {"email": cast.agent_west.email})
        attempt_delivery(OutgoingMail.objects.get(statut="en_attente").id)
        minutes_later(2)
    assert len(mail.outbox) == 3
    assert api().post("/api/auth/password/reset", {"token": token, "newPassword": GOOD}).status_code == 200
    minutes_later(60)
    asked(api, cast.agent_west)


@pytest.mark.parametrize("spoil", ["expired", "replaced", "changed", "deactivated"])
def test_a_link_that_is_worth_nothing_any_more(api, cast, spoil):
    user = cast.agent_west
    token = asked(api, user)
    if spoil == "expired":
        PasswordReset.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif spoil == "replaced":
        OutgoingMail.objects.update(sent_at=timezone.now() - timedelta(hours=1))
        asked(api, user)
    elif spoil == "changed":
        api(user).post("/api/auth/password/change", {"currentPassword": PASSWORD, "newPassword": GOOD})
    else:
        User.objects.filter(id=user.id).update(is_active=False)
    answer = api().post("/api/auth/password/reset", {"token": token, "newPassword": "Bafata-Sol-1122!"})
    assert code(answer) == (400, "VALIDATION_ERROR")


def test_a_reset_does_not_pass_over_the_second_factor(api, cast):
    user = cast.agent_west
    token = asked(api, user)
    User.objects.filter(id=user.id).update(two_factor_enabled=True)
    assert api().post("/api/auth/password/reset", {"token": token, "newPassword": GOOD}).status_code == 200
    assert code(login(api, user, GOOD)) == (401, "OTP_REQUIRED")


def test_an_administrators_reset_forces_a_change(api, cast):
    user, session = cast.agent_west, api(cast.agent_west)
    path = f"/api/users/{user.id}/reset-password"
    boss = api(make_user("ROLE_SUPER_ADMIN"))
    assert code(boss.post(path, {"newPassword": "kurz"})) == (400, "VALIDATION_ERROR")
    assert boss.post(path, {"newPassword": GOOD}).status_code == 200
    assert session.get("/api/auth/me").status_code == 401
    data = login(api, user, GOOD).json()["data"]
    assert data["user"]["restriction"] == "mot_de_passe"
    bearer = {"Authorization": f"Bearer {data['accessToken']}"}
    refused = api().get("/api/menages", headers=bearer)
    assert refused.json()["data"] == {"restriction": "mot_de_passe"}
    changed = {"currentPassword": GOOD, "newPassword": "Bolama-Vento-2586!"}
    assert api().post("/api/auth/password/change", changed, headers=bearer).status_code == 200
    assert api().get("/api/menages", headers=bearer).status_code == 200
    attempt_delivery(OutgoingMail.objects.get(kind="password_set").id)
    assert GOOD not in mail.outbox[0].body


def test_a_random_password_is_sent_and_stands_nowhere_else(api, cast):
    user = cast.agent_west
    boss = api(make_user("ROLE_SUPER_ADMIN"))
    assert boss.post(f"/api/users/{user.id}/reset-password").status_code == 200
    assert login(api, user, PASSWORD).status_code == 401
    attempt_delivery(OutgoingMail.objects.get(kind="password_sent").id)
    password = mail.outbox[0].body.split("\n\n")[2]
    assert login(api, user, password).json()["data"]["user"]["restriction"] == "mot_de_passe"


def test_a_later_reset_withdraws_the_random_password(api, cast):
    boss, path = api(make_user("ROLE_SUPER_ADMIN")), f"/api/users/{cast.agent_west.id}/reset-password"
    boss.post(path)
    boss.post(path, {"newPassword": GOOD})
    attempt_delivery(OutgoingMail.objects.get(kind="password_sent").id)
    assert mail.outbox == []
    assert login(api, cast.agent_west, GOOD).status_code == 200


def test_a_hash_of_other_parameters_is_made_anew(api, cast, settings):
    settings.PASSWORD_HASHERS = ["accounts.users.hashers.Argon2id", "django.contrib.auth.hashers.MD5PasswordHasher"]
    assert login(api, cast.agent_west, PASSWORD).status_code == 200
    kept = User.objects.get(id=cast.agent_west.id).password
    assert kept.startswith("argon2$argon2id$v=19$m=65536,t=3,p=1$")
    assert not Argon2id().must_update(kept)
    assert login(api, cast.agent_west, PASSWORD).status_code == 200


def test_an_idempotency_key_buys_no_more_guesses(api, cast):
    caller = api(cast.admin)
    body = {"currentPassword": "faux-faux-faux", "newPassword": "mancarra-nova-2027"}
    codes = [
        caller.post("/api/auth/password/change", body, headers={"Idempotency-Key": f"k{number}"}).status_code
        for number in range(8)
    ]
    assert codes[-1] == 423
