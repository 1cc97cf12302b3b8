"""The secret of an authenticator is sealed: a copy of the database is not enough, and the key can be changed."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.second_factor.models import Authenticator
from accounts.second_factor.services import describe_unreadable_authenticators
from config.sealing import UnsealError, seal_secret, unseal_secret
from tests.accounts.second_factor.test_second_factor import enrolled, login, now_code, patient

OLD, NEW = "the key of last year, 32 signs long", "the key of this year, 32 signs long"


def test_what_is_stored_is_not_the_secret(api, cast):
    enrolled(api, cast.agent_west)
    stored = TOTPDevice.objects.get(user=cast.agent_west)
    secret = Authenticator.objects.get(user=cast.agent_west).bin_key
    assert len(secret) == 20
    assert secret.hex() not in stored.key.lower()
    assert login(api, cast.agent_west, otp=now_code(cast.agent_west, 1)).status_code == 200


def test_a_secret_belongs_to_its_user_and_purpose(settings):
    text = seal_secret("totp", b"secret", "one")
    assert unseal_secret("totp", text, "one") == b"secret"
    assert seal_secret("totp", b"secret", "one") != text
    for purpose, sealed, bound in (("totp", text, "other"), ("x", text, "one"), ("totp", "A" + text[1:], "one")):
        if (purpose, sealed, bound) != ("totp", text, "one"):
            with pytest.raises(UnsealError):
                unseal_secret(purpose, sealed, bound)
    for broken in ("", "a", "é", text[:20]):
        with pytest.raises(UnsealError):
            unseal_secret("totp", broken, "one")


def test_a_secret_of_another_signs_nobody_in(api, cast):
    """Who can write the table cannot give somebody his own authenticator."""
    for user in (cast.agent_west, cast.agent_east):
        enrolled(api, user)
    stolen = TOTPDevice.objects.get(user=cast.agent_east).key
    TOTPDevice.objects.filter(user=cast.agent_west).update(key=stolen)
    assert login(api, cast.agent_west, otp=now_code(cast.agent_east, 1)).status_code == 401


def test_the_key_is_changed_without_anybody_noticing(api, cast, settings):
    settings.SEALING_KEYS = [OLD]
    enrolled(api, cast.agent_west)
    settings.SEALING_KEYS = [NEW, OLD]
    call_command("reseal")
    settings.SEALING_KEYS = [NEW]
    assert describe_unreadable_authenticators() is None
    patient(cast.agent_west)
    assert login(api, cast.agent_west, otp=now_code(cast.agent_west, 1)).status_code == 200


def test_without_the_key_no_code_is_right_but_recovery_codes_are(api, cast, settings):
    settings.SEALING_KEYS = [OLD]
    codes = enrolled(api, cast.agent_west)
    settings.SEALING_KEYS = [NEW]
    assert login(api, cast.agent_west, otp="123456").status_code == 401
    assert "1 cannot be opened" in describe_unreadable_authenticators()
    with pytest.raises(CommandError):
        call_command("reseal")
    assert login(api, cast.agent_west, otp=codes[0]).status_code == 200


@pytest.mark.parametrize(
    "keys", ["", "short", "demonstration-only-secret-do-not-use-in-production", "s" * 50, "k" * 40 + ",short"]
)
def test_production_refuses_a_missing_or_shared_key(keys):
    production = {
        "TABANCA_ENV": "production", "DJANGO_SECRET_KEY": "s" * 50, "DJANGO_ALLOWED_HOSTS": "tabanca.example",
    }  # fmt: skip
    code = "import config.settings"
    for sealing, good in ((keys, False), ("k" * 40, True)):
        env = os.environ | production | {"TABANCA_SEALING_KEYS": sealing}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is good, done.stderr
        assert good or "TABANCA_SEALING_KEYS" in done.stderr
