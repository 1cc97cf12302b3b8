"""Looking tokens up. Only hashes are stored: a copy of the table signs nobody in."""

import hashlib
from functools import cache
from typing import Any

from django.db import connection
from django.db.models.functions import Now

from accounts.roles.models import Role
from accounts.users.models import User
from accounts.users.queries import users_with_rights

USER = [field.attname for field in User._meta.concrete_fields]
ROLE = [field.attname for field in Role._meta.concrete_fields]
# Stands in the compiled statement where the hash of the token goes.
MARK = b"the hash of the access token"


def hashed(token: str) -> bytes:
    """SHA-256 of a token: enough for 256 random bits, and fast."""
    return hashlib.sha256(token.encode()).digest()


@cache
def _caller_statement() -> tuple[str, tuple[Any, ...]]:
    """The SQL of `caller_of`, compiled once: making it anew cost more than running it, on every request."""
    rows = users_with_rights().filter(
        is_active=True,
        tokens__access_hash=MARK,
        tokens__access_expires_at__gt=Now(),
        tokens__revoked_at__isnull=True,
    )
    return rows.values_list(*USER, *(f"role__{name}" for name in ROLE), "linked_regions").query.sql_with_params()


def caller_of(access_token: str) -> User | None:
    """The active user of a valid access token, with role, permissions and regions: one query."""
    sql, params = _caller_statement()
    digest = hashed(access_token)
    with connection.cursor() as cursor:
        cursor.execute(sql, [digest if getattr(param, "obj", None) == MARK else param for param in params])
        row = cursor.fetchone()
    if row is None:
        return None
    user = User.from_db(connection.alias, USER, row[: len(USER)])
    user.role = Role.from_db(connection.alias, ROLE, row[len(USER) : -1])
    user.linked_regions = row[-1]
    return user
