"""Manage the second factor: an authenticator (TOTP, by django-otp) and recovery codes.

A code works once: django-otp verifies it while locking the device's row and stores the last time step used; a
recovery code is consumed by a conditional update (compare-and-set).
"""

import base64
import hashlib
import logging
import re
import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django_otp import verify_token

from accounts.lockout.api import (
    confirm_password,
    count_failure,
    release_attempt,
    reserve_attempt,
)
from accounts.second_factor.models import PURPOSE, Authenticator, RecoveryCode
from accounts.tokens.api import end_sessions
from accounts.users.models import User
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, lock_row, lock_rows
from config.qr import build_qr_picture
from config.sealing import UnsealError, seal_secret, unseal_secret

logger = logging.getLogger("tabanca.accounts")

RECOVERY_CODES = 10
SECRET_BYTES = 20
# 16 base32 characters: 80 random bits, so an unsalted SHA-256 is enough.
RECOVERY_BYTES = 10
TOTP_CODE = re.compile(r"[0-9]{6}")


@dataclass(frozen=True)
class AuthenticatorSetup:
    """Hold what an authenticator app needs. Shown once; without effect until it is confirmed."""

    secret: str
    uri: str
    qr_code: str


def _hash_code(code: str) -> bytes:
    return hashlib.sha256(code.replace("-", "").replace(" ", "").upper().encode()).digest()


def _is_valid_code(user: User, device: Authenticator, otp: str) -> bool:
    """Return whether the code is right and unused.

    When the secret cannot be decrypted, every code is wrong: this is the operator's error, and it is logged.
    """
    try:
        return verify_token(user, device.persistent_id, otp) is not None
    except UnsealError:
        logger.exception("TABANCA_SEALING_KEYS does not open the authenticator %s", device.id)
        return False


def _build_wrong_code_problem() -> Any:
    return invalid({"otp": [_("Ce code n'est pas valable.")]})


@transaction.atomic
def set_up_authenticator(*, user: User) -> AuthenticatorSetup:
    """Create an authenticator, to be confirmed by its first code, and delete an earlier one that was not confirmed.

    Lock the user. Raises INVALID_STATUS when the second factor is already enabled.
    """
    locked = lock_row(Lock.USERS, User.objects.filter(id=user.id))
    if locked.two_factor_enabled:
        raise invalid_status(_("La double authentification est déjà active."))
    Authenticator.objects.filter(user=user).delete()
    device = Authenticator.build_with_secret(secrets.token_bytes(SECRET_BYTES), user)
    device.save()
    picture = build_qr_picture(device.config_url)
    return AuthenticatorSetup(base64.b32encode(device.bin_key).decode(), device.config_url, picture)


def confirm_authenticator(*, user: User, password: str, otp: str, address: str, session_id: Any) -> list[str]:
    """Enable the authenticator with the password and its first code; return the recovery codes, shown only now.

    The password is required here rather than in `set_up_authenticator`, because this step takes effect: a
    stolen session must not lock out the account's owner. Ends the other sessions.

    Raises VALIDATION_ERROR for a wrong password or code, INVALID_STATUS when there is nothing to confirm,
    ACCOUNT_LOCKED after too many attempts.
    """
    device = Authenticator.objects.filter(user=user, confirmed=False).first()
    if device is None:
        raise invalid_status(_("Aucune double authentification n'attend d'être confirmée."))
    confirm_password(user, password, address)
    reserve_attempt(user.email, address)
    if not TOTP_CODE.fullmatch(otp) or not _is_valid_code(user, device, otp):
        count_failure(user.email)
        raise _build_wrong_code_problem()
    release_attempt(user.email, address)
    with transaction.atomic():
        # This update locks the user, so that setting up, confirming and disabling run one after another.
        enabled = User.objects.filter(id=user.id, two_factor_enabled=False).update(
            two_factor_enabled=True, updated_at=timezone.now()
        )
        if not enabled or not Authenticator.objects.filter(id=device.id, confirmed=False).update(confirmed=True):
            raise invalid_status(_("La double authentification est déjà active."))
        end_sessions(user=user, but=session_id)
        return _replace_recovery_codes(user)


def _replace_recovery_codes(user: User) -> list[str]:
    codes = [base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode() for _number in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create([RecoveryCode(user=user, code_hash=_hash_code(code)) for code in codes])
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


def consume_second_factor_code(user: User, otp: str) -> bool:
    """Consume an unused code of the user's authenticator, or an unused recovery code. Return whether it was valid."""
    if TOTP_CODE.fullmatch(otp):
        device = Authenticator.objects.filter(user=user, confirmed=True).first()
        return device is not None and _is_valid_code(user, device, otp)
    unused = RecoveryCode.objects.filter(user=user, code_hash=_hash_code(otp), used_at__isnull=True)
    return bool(unused.update(used_at=timezone.now()))


@transaction.atomic
def reseal_authenticators() -> int:
    """Encrypt every secret again with the first key of TABANCA_SEALING_KEYS; return their number.

    Raises UnsealError.
    """
    devices = list(lock_rows(Lock.AUTHENTICATORS, Authenticator.objects.only("id", "key", "user_id"), no_key=False))
    for device in devices:
        device.key = seal_secret(PURPOSE, device.bin_key, str(device.user_id))
    Authenticator.objects.bulk_update(devices, ["key"], batch_size=1_000)
    return len(devices)


def describe_unreadable_authenticators() -> str | None:
    """Describe authenticators that TABANCA_SEALING_KEYS cannot decrypt, or return None (an integrity check)."""
    closed = 0
    for device in Authenticator.objects.only("key", "user_id").iterator():
        try:
            unseal_secret(PURPOSE, device.key, str(device.user_id))
        except UnsealError:
            closed += 1
    return f"{closed} cannot be opened with TABANCA_SEALING_KEYS" if closed else None


def disable_second_factor(*, user: User, password: str, otp: str, address: str) -> None:
    """Disable the second factor with the password and a code.

    Raises INVALID_STATUS, VALIDATION_ERROR, ACCOUNT_LOCKED.
    """
    if not user.two_factor_enabled:
        raise invalid_status(_("La double authentification n'est pas active."))
    confirm_password(user, password, address)
    reserve_attempt(user.email, address)
    if not consume_second_factor_code(user, otp):
        count_failure(user.email)
        raise _build_wrong_code_problem()
    release_attempt(user.email, address)
    delete_second_factor(user=user)


@transaction.atomic
def delete_second_factor(*, user: User) -> None:
    """Delete a user's authenticator and recovery codes."""
    User.objects.filter(id=user.id).update(two_factor_enabled=False, updated_at=timezone.now())
    Authenticator.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
