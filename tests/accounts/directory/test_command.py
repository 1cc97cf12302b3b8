"""`manage.py account`, for who runs the server."""

import io
import sys

import pytest
from django.core.management import CommandError, call_command

from accounts.users.models import User
from tests.conftest import system_role


@pytest.fixture(autouse=True)
def roles(db):
    for code in ("ROLE_VBG", "ROLE_SUPER_ADMIN", "ROLE_USER"):
        system_role(code)


def account(monkeypatch, *arguments, password="mancarra-vermelha-2026"):
    monkeypatch.setattr(sys, "stdin", io.StringIO(password + "\n"))
    call_command("account", *arguments, stdout=io.StringIO())


def test_opened_then_given_another_role(api, country, monkeypatch):
    account(monkeypatch, "Ana@example.org", "--role", "ROLE_VBG", "--regions", "OI,BA", "--nom", "Lopes")
    user = User.objects.get(email="ana@example.org")
    assert (user.nom, user.role.code, user.regions.count()) == ("Lopes", "ROLE_VBG", 2)
    assert user.check_password("mancarra-vermelha-2026")
    account(monkeypatch, "ana@example.org", "--role", "ROLE_SUPER_ADMIN", password="not looked at")
    user = User.objects.get(email="ana@example.org")
    assert (user.nom, user.role.code, user.regions.count()) == ("Lopes", "ROLE_SUPER_ADMIN", 0)
    assert user.check_password("mancarra-vermelha-2026")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--role", "ROLE_X"], "role"),
        (["--role", "ROLE_USER", "--regions", "XX"], "regions"),
        (["--role", "ROLE_USER"], "password"),
    ],
)
def test_what_is_wrong_is_said(country, monkeypatch, arguments, said):
    with pytest.raises(CommandError, match=said):
        account(monkeypatch, "ana@example.org", *arguments, password="kurz")
    assert not User.objects.exists()
