"""Locking out: attempts are counted before anything is compared, per account and address (of IPv6: the /64 of it).

So of any number at once only N are evaluated, and nobody locks a victim out from elsewhere.
"""

import hashlib
import secrets
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.lockout.models import SignInAttempt
from accounts.throttle.services import network
from accounts.users.models import User
from config.api.problems import Problem, invalid
from config.sql import Queries

SQL = Queries(__file__, "lockout.sql")


def _key(email: str, address: str) -> dict[str, Any]:
    place = network(address).partition("/")[0]
    return {"account": hashlib.sha256(email.encode()).digest(), "address": place}


def reserve_attempt(email: str, address: str) -> None:
    """Count this attempt, before the password is looked at. Raises ACCOUNT_LOCKED."""
    limits = {"most": settings.SIGN_IN_MAX_FAILURES, "seconds": settings.SIGN_IN_LOCK_SECONDS}
    row = SQL.one("reserve_attempt", _key(email, address) | limits)
    if row["refused"]:
        raise Problem("ACCOUNT_LOCKED", headers={"Retry-After": str(max(int(row["wait"] or 1), 1))})


def release_attempt(email: str, address: str) -> None:
    """Take this attempt's count back: it was not wrong."""
    SQL.run("release_attempt", _key(email, address))


def forgive(email: str, address: str) -> None:
    """Forget the failures after a success."""
    key = _key(email, address)
    SignInAttempt.objects.filter(account_hash=key["account"], address=key["address"]).delete()


def count_failure(email: str) -> None:
    """Show the failure on the user's record, for administrators."""
    User.objects.filter(email=email).update(failed_login_attempts=F("failed_login_attempts") + 1)


@cache
def _nobody() -> str:
    """Compared against when the address is unknown, so that both cases cost one hash."""
    return make_password(secrets.token_urlsafe(16))


def right_password(user: User | None, password: str) -> bool:
    """Whether the password is the user's. Takes as long for nobody. A hash of older parameters is made anew.

    In production that of the demonstration is nobody's: a database may have been one, and everybody knows it.
    """
    if user is None or not user.has_usable_password():
        check_password(password, _nobody())
        return False

    def renew(raw: str) -> None:
        # Only in the place of the hash that was compared: it may have been changed meanwhile.
        fresh = make_password(raw)
        if User.objects.filter(id=user.id, password=user.password).update(password=fresh):
            user.password = fresh

    right = check_password(password, user.password, renew)
    return right and not (settings.PRODUCTION and password == settings.DEMO_PASSWORD)


def confirm_password(user: User, password: str, address: str, field: str = "password") -> None:
    """The signed-in user proves himself again. Raises ACCOUNT_LOCKED, or VALIDATION_ERROR naming `field` when it is
    wrong."""
    reserve_attempt(user.email, address)
    if not right_password(user, password):
        count_failure(user.email)
        raise invalid({field: [_("Le mot de passe actuel n'est pas le bon.")]})
    release_attempt(user.email, address)


def forget_old() -> int:
    """Remove the failures that count no more: a lock and its window are over. Answers how many."""
    limit = timezone.now() - timedelta(seconds=2 * settings.SIGN_IN_LOCK_SECONDS)
    deleted: tuple[int, Any] = SignInAttempt.objects.filter(changed_at__lt=limit).delete()
    return deleted[0]
