"""Request bodies that a view refused without reading them."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from config.addresses import is_trusted_proxy, parse_address

CHUNK: Final = 1024 * 1024
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def drain_bodies(application: Application) -> Application:
    """Read what `application` left of a request's body, before its answer goes out.

    A socket that is closed with unread bytes is reset: nginx then loses the answer, and tells the client that the
    service has not answered. nginx (a Unix socket, or one of TRUSTED_PROXIES) holds the whole body and bounds its length,
    so reading it takes milliseconds. A client that is connected directly may be slow, and gets no thread to wait for him.
    """

    def serve(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = application(environ, start_response)
        sender = environ.get("REMOTE_ADDR")
        is_behind_nginx = not sender or is_trusted_proxy(parse_address(sender))
        while is_behind_nginx and environ["wsgi.input"].read(CHUNK):
            continue
        return answer

    return serve
