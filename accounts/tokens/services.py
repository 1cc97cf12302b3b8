"""Signing in, refreshing, signing out."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.tokens.models import SignInAttempt, TokenPair
from accounts.tokens.queries import hashed
from accounts.users.models import User
from accounts.users.queries import active_caller, users_with_rights
from config.api.problems import Problem
from config.ids import uuid7
from config.sql import Queries

SQL = Queries(__file__, "sign_in.sql")
# Compared against when the address is unknown, so that both cases cost one hash.
NOBODY = make_password(secrets.token_urlsafe(16))
TOKEN_BYTES = 32


@dataclass(frozen=True)
class Session:
    """What a sign-in or a refresh answers."""

    user: User
    access_token: str
    refresh_token: str
    expires_in: int


def _reserve_attempt(email: str, address: str) -> None:
    """Count this attempt before the password is looked at: of any number at once only N are evaluated.

    Counted per account and address, so that nobody locks a victim out from elsewhere. Raises ACCOUNT_LOCKED.
    """
    row = SQL.one(
        "reserve_attempt",
        {
            "account": hashlib.sha256(email.encode()).digest(),
            "address": address,
            "most": settings.SIGN_IN_MAX_FAILURES,
            "seconds": settings.SIGN_IN_LOCK_SECONDS,
        },
    )
    if row["refused"]:
        raise Problem("ACCOUNT_LOCKED", headers={"Retry-After": str(max(int(row["wait"] or 1), 1))})


def _issue(user: User, family: UUID) -> Session:
    now = timezone.now()
    access, refresh = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
    TokenPair.objects.create(
        family=family,
        user=user,
        access_hash=hashed(access),
        access_expires_at=now + timedelta(seconds=settings.ACCESS_TOKEN_SECONDS),
        refresh_hash=hashed(refresh),
        refresh_expires_at=now + timedelta(seconds=settings.REFRESH_TOKEN_SECONDS),
    )
    return Session(user, access, refresh, settings.ACCESS_TOKEN_SECONDS)


def sign_in(*, email: str, password: str, address: str) -> Session:
    """Open a session. Raises UNAUTHENTICATED alike for an unknown address, a wrong password and a deactivated user."""
    email = email.strip().lower()
    _reserve_attempt(email, address)
    user = users_with_rights().filter(email=email).first()
    right = check_password(password, user.password if user else NOBODY)
    if not (right and user and user.is_active):
        User.objects.filter(email=email).update(failed_login_attempts=F("failed_login_attempts") + 1)
        raise Problem("UNAUTHENTICATED")
    with transaction.atomic():
        SignInAttempt.objects.filter(account_hash=hashlib.sha256(email.encode()).digest(), address=address).delete()
        user.last_login, user.failed_login_attempts = timezone.now(), 0
        User.objects.filter(id=user.id).update(last_login=user.last_login, failed_login_attempts=0)
        return _issue(user, uuid7())


def refresh(*, token: str) -> Session:
    """A new pair for an unused refresh token; of many at once one wins.

    A token that was used already ends its whole family: somebody holds a copy. Raises UNAUTHENTICATED.
    """
    now = timezone.now()
    with transaction.atomic():
        pair = TokenPair.objects.filter(refresh_hash=hashed(token)).first()
        if pair is None:
            raise Problem("UNAUTHENTICATED")
        fresh = TokenPair.objects.filter(
            id=pair.id, refreshed_at__isnull=True, revoked_at__isnull=True, refresh_expires_at__gt=now
        )
        won = fresh.update(refreshed_at=now)
        if won:
            user = active_caller(pair.user_id)
            if user is not None:
                return _issue(user, pair.family)
        elif pair.refresh_expires_at > now:
            TokenPair.objects.filter(family=pair.family, revoked_at__isnull=True).update(revoked_at=now)
    raise Problem("UNAUTHENTICATED")


def sign_out(*, access_token: str) -> None:
    """End the session of a token: its whole family, access and refresh."""
    family = TokenPair.objects.filter(access_hash=hashed(access_token)).values("family")
    TokenPair.objects.filter(family__in=family, revoked_at__isnull=True).update(revoked_at=timezone.now())


def forget_expired() -> int:
    """Remove pairs that can neither be used nor be reused any more."""
    deleted: tuple[int, Any] = TokenPair.objects.filter(
        refresh_expires_at__lt=timezone.now() - timedelta(days=1)
    ).delete()
    return deleted[0]
