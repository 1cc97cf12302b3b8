"""Implement Idempotency-Key: a repeated POST takes effect once and gets the first response again.

The key is reserved in the transaction of the work itself: a second request with the same key waits on the unique
index until the first has ended, then returns its response; if the first failed, nothing was stored and the second
does the work. The store is the module named by the setting IDEMPOTENCY_STORE, because this package knows no tables.
"""

from collections.abc import Callable
from importlib import import_module
from secrets import randbits
from typing import Any, Protocol, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, reused_key
from config.keyed_answers import KeyedAnswer

MAX_KEY = 255
MAX_PATH = 2000


class IdempotencyStore(Protocol):
    """Describe the module that stores idempotency keys."""

    def reserve_key(
        self, user: Caller, key: str, method: str, path: str, digest: str
    ) -> tuple[str, int, bytes] | None: ...

    def store_response(self, user: Caller, key: str, status: int, body: bytes) -> None: ...

    def find_response(self, user: Caller, key: str, method: str, path: str) -> tuple[str, int, bytes] | None: ...


def get_store() -> IdempotencyStore:
    """Return the module that stores the keys."""
    return cast(IdempotencyStore, import_module(settings.IDEMPOTENCY_STORE))


def compute_request_digest(request: Any) -> str:
    """Return a digest of the request: query, parsed fields, and name, size and bytes of each file.

    Keyed with SECRET_KEY: a request may contain a password, which could be guessed from a plain digest.
    """
    made = salted_hmac(__name__, repr(sorted(request.query_params.lists())), algorithm="sha256")
    made.update(repr(request.data if not request.FILES else sorted(request.POST.lists())).encode())
    for name, upload in sorted(request.FILES.items()):
        made.update(f"{name}:{upload.size}".encode())
        for chunk in upload.chunks():
            made.update(chunk)
        upload.seek(0)
    return made.hexdigest()


def run_once(request: Any, work: Callable[[], Any], media: str, *, savepoint: bool = True) -> Any:
    """Call `work` once for the request's key, or return the stored response with `Idempotency-Replayed: true`.

    `work` returns a rendered response of media type `media`; without a key, or for another method than POST, it is
    simply called. An exception in `work` rolls back the transaction, so it is not stored. Raises CONFLICT for the
    same key with another request, VALIDATION_ERROR for a malformed key. Without `savepoint` a failure also rolls back the
    transaction around it, in which nobody catches it.
    """
    key = _read_key(request)
    if key is None:
        return work()
    with transaction.atomic(savepoint=savepoint):
        sent = compute_request_digest(request)
        known = get_store().reserve_key(request.user, key, request.method, request.path, sent)
        if known is None:
            response = work()
            get_store().store_response(request.user, key, response.status_code, response.content)
            return response
    return _replay(known, sent, media)


def _replay(known: tuple[str, int, bytes], sent: str, media: str) -> HttpResponse:
    if known[0] != sent:
        raise reused_key()
    return cast(HttpResponse, mark_replay(HttpResponse(known[2], status=known[1], content_type=media)))


def run_statement_once(request: Any, work: Callable[[], Any], media: str) -> Any:
    """Call `work`, whose last statement stores the answer under the key (`draft_answer`), without a transaction.

    Where it is refused, the key may have been used before: then that answer is returned. Raises as `run_once` does.
    """
    try:
        return work()
    except Exception:
        key = _read_key(request)
        known = get_store().find_response(request.user, key, request.method, request.path) if key else None
        if known is None:
            raise
    return _replay(known, compute_request_digest(request), media)


def draft_answer(request: Any, render: Callable[[int], Any]) -> KeyedAnswer:
    """Return the answer around a number that is not known yet. `render` returns the rendered response with a number."""
    stand_in = -(2**62) - randbits(61)
    response = render(stand_in)
    before, after = response.content.split(b"%d" % stand_in)
    key = _read_key(request)
    digest = compute_request_digest(request) if key else ""
    return KeyedAnswer(
        request.user.id, key, request.method, request.path[:MAX_PATH], digest, response.status_code, before, after
    )


def _read_key(request: Any) -> str | None:
    """Return the key of a POST, or None without one. Raises VALIDATION_ERROR for a malformed one."""
    key: str | None = request.headers.get("Idempotency-Key")
    if request.method != "POST" or not key or request.user is None:
        return None
    if len(key) > MAX_KEY or not key.isprintable():
        raise invalid({"Idempotency-Key": [_("La clé est trop longue ou illisible.")]})
    return key


def derive_identity(request: Any) -> UUID | None:
    """Return an id that only this caller's key gives at this address, or None without a key.

    For what may leave no trace of who made it and when: the row is made under this id, and a repetition finds it by its
    key alone, with nothing stored. Without SECRET_KEY and the key, which nobody keeps, the id is like a random one.
    """
    key = _read_key(request)
    if key is None:
        return None
    made = salted_hmac(f"{__name__}.identity", repr((str(request.user.id), request.path, key)), algorithm="sha256")
    return UUID(bytes=made.digest()[:16], version=4)


def mark_replay(response: Any) -> Any:
    """Say in a response that it is the one of the first request with its key."""
    response["Idempotency-Replayed"] = "true"
    return response
