"""Idempotency-Key: a repeated POST has one effect and gets the first answer again.

The key is reserved in the transaction of the work itself: a second request with the same key waits on the unique
index until the first has ended, then reads its answer; when the first failed, nothing was kept and it works.
The store is the module that the setting IDEMPOTENCY_STORE names, because this package knows no tables.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.api.problems import conflict, invalid

MAX_KEY = 255


class Store(Protocol):
    """Where keys are kept."""

    def reserve(self, user: Any, key: str, method: str, path: str, digest: str) -> tuple[str, int, bytes] | None: ...

    def keep(self, user: Any, key: str, status: int, body: bytes) -> None: ...


def store() -> Store:
    """The module that keeps the keys."""
    return cast(Store, import_module(settings.IDEMPOTENCY_STORE))


def digest(request: Any) -> str:
    """A digest of what was sent: the parsed fields, and name, size and bytes of each file.

    With the installation's key: what was sent may be a password, and a plain digest would let it be guessed.
    """
    made = salted_hmac(__name__, repr(sorted(request.query_params.lists())), algorithm="sha256")
    made.update(repr(request.data if not request.FILES else sorted(request.POST.lists())).encode())
    for name, upload in sorted(request.FILES.items()):
        made.update(f"{name}:{upload.size}".encode())
        for chunk in upload.chunks():
            made.update(chunk)
        upload.seek(0)
    return made.hexdigest()


def once(request: Any, work: Callable[[], Any], media: str) -> Any:
    """Do `work` (which answers a rendered response of type `media`) once for the request's key.

    Raises CONFLICT for the same key with another body. A refusal raises out of the transaction, so it is not kept.
    """
    key = request.headers.get("Idempotency-Key")
    if request.method != "POST" or not key or request.user is None:
        return work()
    if len(key) > MAX_KEY or not key.isprintable():
        raise invalid({"Idempotency-Key": [_("La clé est trop longue ou illisible.")]})
    with transaction.atomic():
        sent = digest(request)
        known = store().reserve(request.user, key, request.method, request.path, sent)
        if known is None:
            response = work()
            store().keep(request.user, key, response.status_code, response.content)
            return response
    if known[0] != sent:
        raise conflict(_("Cette clé d'idempotence a déjà servi pour une autre demande."))
    replay = HttpResponse(known[2], status=known[1], content_type=media)
    replay["Idempotency-Replayed"] = "true"
    return replay
