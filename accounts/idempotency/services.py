"""Store and replay responses for `config.api.idempotency`."""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.idempotency.models import IdempotencyKey
from config.caller import Caller

KEEP_FOR = timedelta(days=1)
RESERVE = """
INSERT INTO accounts_idempotency_key (user_id, key, method, path, digest)
VALUES (%s, %s, %s, %s, %s) ON CONFLICT (user_id, key) DO NOTHING
"""


def reserve_key(user: Caller, key: str, method: str, path: str, digest: str) -> tuple[str, int, bytes] | None:
    """Reserve the key and return None, or return (digest, status, body) of the first request with that key.

    Must run inside a transaction: the insert waits for a concurrent owner of the same key to commit or roll back.
    Method and path must agree too: when they differ the digest is returned empty, as for a different body.
    """
    with connection.cursor() as cursor:
        cursor.execute(RESERVE, [user.id, key, method, path[:2000], digest])
        if cursor.rowcount == 1:
            return None
    return find_response(user, key, method, path)


def find_response(user: Caller, key: str, method: str, path: str) -> tuple[str, int, bytes] | None:
    """Return (digest, status, body) of the first request with a key, or None where there was none."""
    stored = IdempotencyKey.objects.filter(user_id=user.id, key=key).first()
    if stored is None:
        return None
    is_same_place = (stored.method, stored.path) == (method, path[:2000])
    return (stored.digest if is_same_place else "", stored.status or 0, bytes(stored.body or b""))


def store_response(user: Caller, key: str, status: int, body: bytes) -> None:
    """Store the response of the request that reserved the key, in its transaction."""
    IdempotencyKey.objects.filter(user_id=user.id, key=key).update(status=status, body=body)


def delete_old_keys() -> int:
    """Delete keys older than a day (clients repeat a request within minutes). Return how many."""
    deleted: tuple[int, Any] = IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEEP_FOR).delete()
    return deleted[0]
