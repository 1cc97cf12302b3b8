"""Hold an answer that the statement of the work itself stores under its caller's Idempotency-Key."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class KeyedAnswer:
    """Hold the bytes of an answer around the one number that only the work knows, and the key to store it under.

    Without a key nothing is stored.
    """

    user_id: UUID
    key: str | None
    method: str
    path: str
    digest: str
    status: int
    before: bytes
    after: bytes

    def complete(self, number: int) -> bytes:
        """Return the whole answer."""
        return b"%s%d%s" % (self.before, number, self.after)


def build_params(answer: KeyedAnswer | None) -> dict[str, Any]:
    """Return the parameters of SQL that stores an answer around its number; without one, no key."""
    if answer is None:
        return {}
    return {
        "owner": answer.user_id,
        "key": answer.key,
        "method": answer.method,
        "path": answer.path,
        "digest": answer.digest,
        "status": answer.status,
        "before": answer.before.decode(),
        "after": answer.after.decode(),
    }
