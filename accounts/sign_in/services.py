"""Open a session with address, password and, where enabled, the second factor."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.lockout.api import (
    clear_failures,
    count_failure,
    is_password_correct,
    release_attempt,
    reserve_attempt,
)
from accounts.second_factor.api import consume_second_factor_code
from accounts.throttle.api import count_sign_in
from accounts.tokens.api import IssuedTokens, open_session
from accounts.users.api import list_users_with_rights
from accounts.users.models import User
from config.errors.problems import Problem


def _build_refusal(left: int | None = None) -> Problem:
    """Return the refusal; the last attempts before the lock are announced, for unknown addresses alike."""
    message = _("Adresse ou mot de passe incorrect.")
    if left == 1:
        message = _("Adresse ou mot de passe incorrect. Encore un essai, puis il faudra attendre.")
    elif left == 0:
        message = _("Adresse ou mot de passe incorrect. C'était le dernier essai : attendez avant le suivant.")
    return Problem("UNAUTHENTICATED", message)


def sign_in(
    *,
    email: str,
    password: str,
    otp: str = "",
    address: str,
    agent: str = "",
    administration_seconds: int | None = None,
) -> IssuedTokens:
    """Open a session and return its tokens; the access token is valid for `administration_seconds`, or as the settings say.

    Raises UNAUTHENTICATED with one message for an unknown address, a wrong password, a wrong code and an inactive user;
    OTP_REQUIRED when all is right but the code is missing; ACCOUNT_LOCKED; RATE_LIMITED.
    """
    count_sign_in(address)
    email = email.strip().lower()
    left = reserve_attempt(email, address)
    user = list_users_with_rights().filter(email=email).first()
    right = is_password_correct(user, password)
    if user is None or not right or not user.is_active:
        count_failure(email)
        raise _build_refusal(left)
    if user.two_factor_enabled and not otp:
        release_attempt(email, address)
        raise Problem("OTP_REQUIRED")
    if user.two_factor_enabled and not consume_second_factor_code(user, otp):
        count_failure(email)
        raise _build_refusal(left)
    return _complete_sign_in(user, address=address, agent=agent, administration_seconds=administration_seconds)


@transaction.atomic
def _complete_sign_in(user: User, *, address: str, **opening: Any) -> IssuedTokens:
    clear_failures(user.email, address)
    user.last_login, user.failed_login_attempts = timezone.now(), 0
    # The password may have changed, or the user may have been deactivated, since it was checked: then refuse.
    unchanged = User.objects.filter(
        id=user.id, is_active=True, password=user.password, two_factor_enabled=user.two_factor_enabled
    )
    if not unchanged.update(last_login=user.last_login, failed_login_attempts=0):
        raise _build_refusal()
    return open_session(user=user, address=address, **opening)
