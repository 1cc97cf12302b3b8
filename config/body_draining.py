"""Drain request bodies that a view refused without reading them."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from config.addresses import is_trusted_proxy, parse_address

CHUNK: Final = 1024 * 1024
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def drain_bodies(application: Application) -> Application:
    """Wrap `application` so that the rest of a request body is read before the response is sent.

    A socket that is closed with unread bytes is reset: nginx then loses the response and tells the client that the
    service did not respond. nginx (a Unix socket, or one of TRUSTED_PROXIES) buffers the whole body and bounds its
    length, so reading it takes milliseconds. A client that is connected directly may be slow, and no thread waits for
    it.
    """

    def serve(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = application(environ, start_response)
        sender = environ.get("REMOTE_ADDR")
        is_behind_nginx = not sender or is_trusted_proxy(parse_address(sender))
        while is_behind_nginx and environ["wsgi.input"].read(CHUNK):
            continue
        return answer

    return serve
