"""Open, refresh, prolong and end sessions."""

import secrets
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Least
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.tokens.models import AccessKey, Session, TokenPair
from accounts.tokens.queries import hash_token
from accounts.users.api import find_active_user
from accounts.users.models import User
from config.errors.problems import Problem, invalid_status, not_found
from config.locks import Lock, lock_name, lock_rows

TOKEN_BYTES = 32
# For so long a client may repeat a refresh whose answer was lost, under the key of its request.
REFRESH_GRACE = timedelta(minutes=2)
# In the place of a key: a pair that was withdrawn. Nobody got it, so who uses it holds a copy.
WITHDRAWN = b""
# In the same place: a pair whose access token opens the administration and nothing else.
HANDED_OVER = b"administration"
# When an access token that is taken away expired. Were it now, a page that is being prolonged, and read its clock a moment
# ago, would still find it valid, and bring it back.
BEFORE_ANY_USE = F("created_at")
MAX_AGENT = 200
MAX_KEYS = 20
# By which a person, or a search for leaked secrets, recognises a key.
KEY_PREFIX = "tbk_"
# Of the tokens that are no bearer's; no other token contains a full stop.
ADMINISTRATION_PREFIX = "tba."


@dataclass(frozen=True)
class IssuedTokens:
    """Hold the tokens that a sign-in or a refresh returns. `expires_in` is in seconds."""

    user: User
    session_id: UUID
    access_token: str
    refresh_token: str
    expires_in: int

    @property
    def device_key(self) -> str | None:
        """Return the key by which a device seals what it keeps of this user, in base64; none while they are restricted.

        The service derives it anew each time: a device that is signed out has it no more, and without a session nobody
        gets it.
        """
        if self.user.restriction:
            return None
        made = salted_hmac("accounts.tokens.device_key", str(self.user.id), algorithm="sha256")
        return b64encode(made.digest()).decode()


def _issue_tokens(user: User, session: Session, now: datetime, seconds: int | None = None) -> IssuedTokens:
    """Issue a token pair. Neither token outlives the session; the administration's access token lives `seconds`."""
    prefix = ADMINISTRATION_PREFIX if seconds else ""
    access, refresh = prefix + secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
    access_until = min(now + timedelta(seconds=seconds or settings.ACCESS_TOKEN_SECONDS), session.expires_at)
    TokenPair.objects.create(
        session=session,
        user=user,
        access_hash=hash_token(access),
        access_expires_at=access_until,
        refresh_hash=hash_token(refresh),
        refresh_expires_at=min(now + timedelta(seconds=settings.REFRESH_TOKEN_SECONDS), session.expires_at),
    )
    return IssuedTokens(user, session.id, access, refresh, int((access_until - now).total_seconds()))


@transaction.atomic
def open_session(
    *, user: User, address: str | None = None, agent: str = "", administration_seconds: int | None = None
) -> IssuedTokens:
    """Open a session for an authenticated user. It ends after SESSION_SECONDS, however often it is refreshed."""
    now = timezone.now()
    until = now + timedelta(seconds=settings.SESSION_SECONDS)
    session = Session.objects.create(user=user, address=address, agent=agent[:MAX_AGENT], expires_at=until)
    return _issue_tokens(user, session, now, administration_seconds)


@transaction.atomic
def issue_hand_over(*, user: User, session_id: UUID, seconds: int, most_seconds: int) -> str:
    """Return a token of an open session for the administration's cookie; the one that it had before ends.

    It is valid for `seconds`, prolonged by its use up to `most_seconds`, and ends with the session. It is no bearer
    token, so it opens neither the API nor another of its kind. Its refresh token is given to nobody.
    Raises UNAUTHENTICATED.
    """
    now = timezone.now()
    session = Session.objects.filter(id=session_id, user=user, ended_at__isnull=True, expires_at__gt=now).first()
    if session is None:
        raise Problem("UNAUTHENTICATED")
    _end_hand_overs(session.id)
    access = ADMINISTRATION_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    end = min(now + timedelta(seconds=most_seconds), session.expires_at)
    TokenPair.objects.create(
        session=session,
        user=user,
        access_hash=hash_token(access),
        access_expires_at=min(now + timedelta(seconds=seconds), end),
        refresh_hash=hash_token(secrets.token_urlsafe(TOKEN_BYTES)),
        refresh_expires_at=end,
        refresh_key_hash=HANDED_OVER,
    )
    return access


def _end_hand_overs(session_id: UUID) -> None:
    """End what the administration was opened with in a session, one call after the other; the session itself stays."""
    lock_name(Lock.HAND_OVERS, str(session_id))
    now = timezone.now()
    handed = TokenPair.objects.filter(session_id=session_id, refresh_key_hash=HANDED_OVER, access_expires_at__gt=now)
    handed.update(access_expires_at=BEFORE_ANY_USE)


def extend_access_token(*, access_token: str, seconds: int) -> None:
    """Extend a valid access token to `seconds` from now when less than half of that is left, within its session.

    Nor does it outlive the refresh token that was issued with it.

    For pages that keep no refresh token: concurrent requests may all do this, whereas only one can use a refresh token.
    """
    now = timezone.now()
    wanted = Value(now + timedelta(seconds=seconds), output_field=DateTimeField())
    end = Session.objects.filter(id=OuterRef("session_id"), ended_at__isnull=True).values("expires_at")
    TokenPair.objects.filter(
        access_hash=hash_token(access_token),
        access_expires_at__range=(now, now + timedelta(seconds=seconds / 2)),
    ).update(access_expires_at=Least(wanted, F("refresh_expires_at"), Coalesce(Subquery(end), F("access_expires_at"))))


def refresh_tokens(*, token: str, key: str = "") -> IssuedTokens:
    """Exchange an unused refresh token for a new pair; of concurrent requests one wins. Raises UNAUTHENTICATED.

    A reused token ends its session, because somebody holds a copy of it: unless the same client, which alone knows the
    `key` of its request, repeats it because the answer was lost.
    """
    now = timezone.now()
    with transaction.atomic():
        pair = TokenPair.objects.filter(refresh_hash=hash_token(token)).first()
        if pair is None:
            raise Problem("UNAUTHENTICATED")
        session = Session.objects.filter(id=pair.session_id, ended_at__isnull=True, expires_at__gt=now)
        fresh = TokenPair.objects.filter(id=pair.id, refreshed_at__isnull=True, refresh_expires_at__gt=now)
        sent = {"refresh_key_hash": hash_token(key) if key else None}
        if fresh.update(refreshed_at=now, **sent) or _withdraw_lost_pair(pair, key, now):
            user = find_active_user(pair.user_id)
            if user is not None and session.update(seen_at=now):
                return _issue_tokens(user, session.get(), now)
        elif pair.refresh_expires_at > now:
            session.update(ended_at=now)
    raise Problem("UNAUTHENTICATED")


def _withdraw_lost_pair(pair: TokenPair, key: str, now: datetime) -> bool:
    """Withdraw the pair that this refresh token was exchanged for, where its answer was lost. Return whether it was."""
    since = now - REFRESH_GRACE
    # Read again: the request that is repeated may have ended only now.
    held = lock_rows(Lock.REFRESHES, TokenPair.objects.filter(id=pair.id, refreshed_at__gte=since)).first()
    if held is None or not key or held.refresh_key_hash is None or bytes(held.refresh_key_hash) != hash_token(key):
        return False
    later = TokenPair.objects.filter(session_id=pair.session_id, id__gt=pair.id)
    if later.filter(refreshed_at__isnull=False).exclude(refresh_key_hash=WITHDRAWN).exists():
        return False  # whoever got the answer has gone on with it
    later.update(refreshed_at=now, refresh_key_hash=WITHDRAWN, access_expires_at=BEFORE_ANY_USE)
    return True


def end_session(*, user: User, session_id: UUID) -> None:
    """End one of the user's open sessions. Raises NOT_FOUND."""
    if not Session.objects.filter(id=session_id, user=user, ended_at__isnull=True).update(ended_at=timezone.now()):
        raise not_found()


def end_sessions(*, user: User, but: UUID | None = None) -> int:
    """End all sessions of a user except `but`; return their number. A pair being issued now is invalidated too.

    Without `but`, somebody else may have had the account: keys are revoked too. In `but` the administration closes.
    """
    if but:
        _end_hand_overs(but)
    others = Session.objects.filter(user=user, ended_at__isnull=True)
    if but is None:
        AccessKey.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=timezone.now())
    return (others.exclude(id=but) if but else others).update(ended_at=timezone.now())


def delete_expired_tokens() -> int:
    """Delete pairs that expired over a day ago and can no longer reveal reuse, then sessions without pairs.

    Return the number of deleted pairs.
    """
    gone = timezone.now() - timedelta(days=1)
    deleted: tuple[int, Any] = TokenPair.objects.filter(refresh_expires_at__lt=gone).delete()
    Session.objects.filter(tokens__isnull=True, created_at__lt=gone).delete()
    return deleted[0]


@transaction.atomic
def create_access_key(*, user: User, name: str, days: int) -> tuple[AccessKey, str]:
    """Make a key that is valid for `days`, and return it with its secret, which is shown once. Raises INVALID_STATUS."""
    lock_name(Lock.ACCESS_KEYS, str(user.id))
    now = timezone.now()
    if AccessKey.objects.filter(user=user, revoked_at__isnull=True, expires_at__gt=now).count() >= MAX_KEYS:
        raise invalid_status(_("Vous avez déjà %(most)d clés : révoquez-en une.") % {"most": MAX_KEYS})
    secret = KEY_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    key = AccessKey.objects.create(
        user=user, nom=name, debut=secret[:12], hash=hash_token(secret), expires_at=now + timedelta(days=days)
    )
    return key, secret


def revoke_access_key(*, user: User, key_id: UUID) -> None:
    """Revoke one of the user's keys: its next request is refused. Raises NOT_FOUND."""
    rows = AccessKey.objects.filter(id=key_id, user=user, revoked_at__isnull=True)
    if not rows.update(revoked_at=timezone.now()):
        raise not_found()


def record_key_use(*, key_id: UUID) -> None:
    """Store when a key was used, at most once a minute."""
    now = timezone.now()
    rows = AccessKey.objects.filter(Q(used_at__isnull=True) | Q(used_at__lt=now - timedelta(minutes=1)), id=key_id)
    rows.update(used_at=now)
