"""Look up tokens and sessions. Only hashes are stored, so a copy of the table is of no use for signing in."""

import hashlib
from enum import Enum
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, models
from django.db.models import F, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Now

from accounts.audit.api import (
    ADDRESS_PLACEHOLDER,
    REQUEST_PLACEHOLDER,
    SET_AUDIT_CONTEXT,
    claim_audit_context,
)
from accounts.roles.models import Role
from accounts.throttle.api import REQUEST_COUNTER, WRITE_COUNTS, build_rate_limit_problem
from accounts.tokens.models import AccessKey, Session
from accounts.users.api import list_users_with_rights
from accounts.users.models import User
from config.logs import request_id
from config.sql import open_planned_cursor


def _list_columns(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not isinstance(field, models.GeneratedField)]


USER_COLUMNS, ROLE_COLUMNS = _list_columns(User), _list_columns(Role)
# Placeholder in the compiled statement for the hash of the token.
TOKEN_PLACEHOLDER = b"the hash of the access token"
# Requests of the user in this minute that are already in the database.
COUNT_OF_MINUTE = RawSQL(
    "coalesce((SELECT count FROM accounts_request_count WHERE subject = 'u:' || accounts_user.id::text"
    " AND minute = date_trunc('minute', statement_timestamp())), 0)",
    (),
    output_field=models.IntegerField(),
)


class AuthenticatedCaller(NamedTuple):
    """Hold the authenticated user of a request, and the id of their session or access key."""

    user: User
    credential_id: UUID


class Credential(Enum):
    """List what a caller may be known by; the value is the lookup of its id from the user."""

    SESSION = "tokens__session_id"
    KEY = "access_keys__id"


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of a token: enough for 256 random bits, and fast."""
    return hashlib.sha256(token.encode()).digest()


def _build_conditions(credential: Credential) -> dict[str, Any]:
    if credential is Credential.KEY:
        return {
            "access_keys__hash": TOKEN_PLACEHOLDER,
            "access_keys__expires_at__gt": Now(),
            "access_keys__revoked_at__isnull": True,
        }
    return {
        "tokens__access_hash": TOKEN_PLACEHOLDER,
        "tokens__access_expires_at__gt": Now(),
        "tokens__session__ended_at__isnull": True,
    }


@cache
def _compile_caller_sql(credential: Credential) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL of `find_caller`, compiled once: compiling took longer than running it, on every request."""
    rows = (
        list_users_with_rights()
        .order_by()
        .annotate(counted=COUNT_OF_MINUTE, context=SET_AUDIT_CONTEXT)
        .filter(is_active=True, **_build_conditions(credential))
    )
    names = [*USER_COLUMNS, *(f"role__{name}" for name in ROLE_COLUMNS)]
    loaded = ("linked_regions", "granted_permissions", "counted", credential.value, "context")
    return rows.values_list(*names, *loaded).query.sql_with_params()


def find_caller(
    secret: str, address: str = "", credential: Credential = Credential.SESSION
) -> AuthenticatedCaller | None:
    """Return the active user of a valid access token or key, with role, permissions and regions; None for another.

    Counts one request. One query, which also sets the audit context of the connection and writes the pending counts of
    this process. Raises RATE_LIMITED.
    """
    sql, params = _compile_caller_sql(credential)
    filled = {
        TOKEN_PLACEHOLDER: hash_token(secret),
        ADDRESS_PLACEHOLDER: address,
        REQUEST_PLACEHOLDER: request_id.get() or "",
    }
    values = [filled.get(getattr(param, "obj", param), param) for param in params]
    due_counts = REQUEST_COUNTER.take_due_counts(max(1, settings.REQUESTS_PER_MINUTE // 50))
    if due_counts:
        sql = f"WITH written AS ({WRITE_COUNTS}) {sql}"
        values = [list(due_counts), list(due_counts.values()), *values]
    with claim_audit_context() as mark_context_set, open_planned_cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
        if row is None:
            return None
        mark_context_set()
    user = User.from_db(connection.alias, USER_COLUMNS, row[: len(USER_COLUMNS)])
    user.role = Role.from_db(connection.alias, ROLE_COLUMNS, row[len(USER_COLUMNS) : -5])
    user.linked_regions, user.granted_permissions, counted, credential_id, _context = row[-5:]
    # The query does not see the counts that it writes itself.
    subject = f"u:{user.id}"
    if counted + due_counts.get(subject, 0) + REQUEST_COUNTER.count_request(subject) > settings.REQUESTS_PER_MINUTE:
        raise build_rate_limit_problem()
    return AuthenticatedCaller(user, credential_id)


def list_open_sessions(user: User) -> QuerySet[Session]:
    """Return the user's open sessions, most recently used first."""
    return Session.objects.filter(user=user, ended_at__isnull=True, expires_at__gt=Now()).order_by(
        F("seen_at").desc(), "id"
    )


def list_access_keys(user: User) -> QuerySet[AccessKey]:
    """Return the user's keys that are not revoked, newest first; expired ones are shown as such."""
    return AccessKey.objects.filter(user=user, revoked_at__isnull=True).order_by("-id")
