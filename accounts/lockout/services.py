"""Lock out sign-in attempts per account and address (of IPv6: its /64), counting each before the password is compared.

So only N of any number of concurrent attempts are evaluated, and nobody can lock a user out from another address.
"""

import hashlib
import secrets
from datetime import timedelta
from functools import cache
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.lockout.models import SignInAttempt
from accounts.lockout.types import CountedAttempt
from accounts.throttle.api import find_network
from accounts.users.models import User
from config.errors.problems import Problem, invalid
from config.sql import Queries

SQL = Queries(__file__, "lockout.sql")


def _build_key(email: str, address: str) -> dict[str, Any]:
    place = find_network(address).partition("/")[0]
    return {"account": hashlib.sha256(email.encode()).digest(), "address": place}


def reserve_attempt(email: str, address: str) -> int:
    """Count this attempt before the password is checked; return how many are left after it. Raises ACCOUNT_LOCKED."""
    limits = {"most": settings.SIGN_IN_MAX_FAILURES, "seconds": settings.SIGN_IN_LOCK_SECONDS}
    attempt = SQL.fetch_object(CountedAttempt, "reserve_attempt", _build_key(email, address) | limits)
    if attempt.refused:
        raise _build_lock_problem(max(int(attempt.wait or 1), 1))
    return max(settings.SIGN_IN_MAX_FAILURES - attempt.failures, 0)


def _build_lock_problem(seconds: int) -> Problem:
    minutes = ceil(seconds / 60)
    message = ngettext(
        "Trop d'essais : attendez %(minutes)d minute. Un administrateur peut aussi vous donner un autre mot de passe.",
        "Trop d'essais : attendez %(minutes)d minutes. Un administrateur peut aussi vous donner un autre mot de passe.",
        minutes,
    ) % {"minutes": minutes}
    return Problem("ACCOUNT_LOCKED", message, retry_after=seconds)


def release_attempt(email: str, address: str) -> None:
    """Take this attempt's count back, because it was not wrong."""
    SQL.execute("release_attempt", _build_key(email, address))


def clear_failures(email: str, address: str) -> None:
    """Delete the failures after a success."""
    key = _build_key(email, address)
    SignInAttempt.objects.filter(account_hash=key["account"], address=key["address"]).delete()


def count_failure(email: str) -> None:
    """Count the failure on the user's row, for administrators."""
    User.objects.filter(email=email).update(failed_login_attempts=F("failed_login_attempts") + 1)


@cache
def _build_dummy_hash() -> str:
    """Return a hash to compare when the address is unknown, so that both cases cost one hash."""
    return make_password(secrets.token_urlsafe(16))


def is_password_correct(user: User | None, password: str) -> bool:
    """Return whether the password is the user's; takes as long for an unknown user.

    A hash with outdated parameters is renewed. In production the demonstration password is never accepted: the database
    may come from a demonstration, whose password is public.
    """
    if user is None or not user.has_usable_password():
        check_password(password, _build_dummy_hash())
        return False

    def renew(raw: str) -> None:
        # Replaces only the hash that was compared: the password may have changed meanwhile.
        fresh = make_password(raw)
        if User.objects.filter(id=user.id, password=user.password).update(password=fresh):
            user.password = fresh

    right = check_password(password, user.password, renew)
    return right and not (settings.PRODUCTION and password == settings.DEMO_PASSWORD)


def confirm_password(user: User, password: str, address: str, field: str = "password") -> None:
    """Check the signed-in user's password again.

    Raises ACCOUNT_LOCKED, or VALIDATION_ERROR naming `field` when the password is wrong.
    """
    reserve_attempt(user.email, address)
    if not is_password_correct(user, password):
        count_failure(user.email)
        raise invalid({field: [_("Le mot de passe actuel n'est pas le bon.")]})
    release_attempt(user.email, address)


def delete_old_attempts() -> int:
    """Delete failures whose lock and window are over. Return how many."""
    limit = timezone.now() - timedelta(seconds=2 * settings.SIGN_IN_LOCK_SECONDS)
    deleted: tuple[int, Any] = SignInAttempt.objects.filter(changed_at__lt=limit).delete()
    return deleted[0]
