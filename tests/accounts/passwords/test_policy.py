"""What is no password, wherever one is set; and that of the demonstration, which is nobody's in production."""

import pytest
from django.core.exceptions import ValidationError

from accounts.passwords.rules import require_acceptable_password
from accounts.passwords.validators import (
    PredictableWordsValidator,
    VarietyValidator,
    count_unpredictable_characters,
    find_repeated_part,
)
from config.errors.problems import Problem
from tests.conftest import PASSWORD

WEAK = [
    "aaaaaaaaaaaa",
    "123456789012",
    "210987654321",
    " " * 12,
    "\t" * 13,
    "abcabcabcabc",
    "ABCabcABCabc",
    "abcdefghijklmn",
    "aaaaaabbbbbb",
    "112233445566",
    "1212121212121",
    "ababababababz",
    "zzzzzz aaaaaa",
    "password" * 2,
    "azeaze azeaze",
    "aaaabbbbcccc1",
    "motdepasse12",
    "Mot de passe 2026",
    "Pässword-2026!",
    "palavra-passe1",
    "senha20262027",
    "Tabanca-2026-2027",
    "Bissau-2026-77!",
]
FORMER = "Farim-Estrada-1145!"
GOOD = ["Cacheu-Lua-7390!", PASSWORD, "tabanca-mapa-2026", "cabra montanha rio", "Bolama-Vento-2586!", "4917 8032 5561"]


@pytest.mark.parametrize("password", WEAK)
def test_simple_ones_are_refused(password, cast):
    with pytest.raises(Problem) as refused:
        require_acceptable_password(password, cast.agent_west)
    assert list(refused.value.details) == ["newPassword"]


@pytest.mark.parametrize("password", GOOD)
def test_others_become_the_password(password, cast, api):
    user = cast.agent_west
    user.set_password(FORMER)
    user.save()
    answer = api(user).post("/api/auth/password/change", {"currentPassword": FORMER, "newPassword": password})
    assert answer.status_code == 200, answer.content
    user.refresh_from_db()
    assert user.check_password(password)


@pytest.mark.parametrize("password", ["aaaaaaaaaaaa", "123456789013", " " * 12])
def test_it_is_variety_that_they_lack(password):
    with pytest.raises(ValidationError, match="trop simple"):
        VarietyValidator().validate(password)


@pytest.mark.parametrize(("text", "repeated"), [("abab", "ab"), ("ababa", "ab"), ("abc", "abc"), ("aa", "a"), ("", "")])
def test_what_is_repeated(text, repeated):
    assert find_repeated_part(text) == repeated


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("a", 1), ("aa", 1), ("abc", 1), ("9012", 1), ("az", 2), ("a1b2", 4)]
)
def test_what_the_one_before_does_not_tell(text, count):
    assert count_unpredictable_characters(text) == count


def test_own_names_with_digits_are_refused(cast):
    user = cast.agent_west
    user.nom, user.prenom = "Mané", "Fatumata"
    for password in ("Fatumata-2026!", "mane77889911mane", "FATUMATA mané 1975"):
        with pytest.raises(ValidationError):
            PredictableWordsValidator().validate(password, user)
    PredictableWordsValidator().validate("Fatumata-Estrada-1145", user)


def test_that_of_the_demonstration_is_nobodys_in_production(api, cast, settings):
    user, public = cast.agent_west, settings.DEMO_PASSWORD
    user.set_password(public)
    user.save()
    sent = {"email": user.email, "password": public}
    assert api().post("/api/auth/login", sent).status_code == 200
    caller = api(user)
    settings.PRODUCTION = True
    refused = api().post("/api/auth/login", sent)
    assert (refused.status_code, refused.json()["code"]) == (401, "UNAUTHENTICATED")
    answer = caller.post("/api/auth/password/change", {"currentPassword": public, "newPassword": "Cacheu-Lua-7390!"})
    assert list(answer.json()["details"]) == ["currentPassword"]
    for path, body in (
        (f"/api/users/{cast.reader_west.id}/reset-password", {"newPassword": public}),
        ("/api/users", {"email": "n@tabanca.example", "nom": "N", "role_id": str(user.role_id), "password": public}),
    ):
        answer = api(cast.admin).post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), path
        assert "démonstration" in str(answer.json()["details"])
