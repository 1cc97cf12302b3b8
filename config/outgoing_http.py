"""Send HTTP requests to other systems; every outgoing request of the service goes through here.

The address comes from the settings (of a webhook: from an administrator). Its name is resolved here and the connection
is made to the very address that was checked, so that the name cannot point elsewhere a moment later. Redirects are not
followed. A response is read up to a size (counted after decompression) and a time that covers all of it, and its
content is not trusted. Never call this inside a database transaction: a slow response would hold its locks.
"""

import enum
import ipaddress
import json
import logging
import re
import socket
import ssl
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Self
from urllib.parse import SplitResult, quote, urlencode, urlsplit

import httpcore
from django.conf import settings

from config.controls import CONTROL_CLASS
from config.public_addresses import is_public

logger = logging.getLogger("tabanca.outgoing")

CONNECT_SECONDS: Final = 10.0
MAX_PAUSE: Final = 30.0
MAX_INTEGER_DIGITS: Final = 18
# Beyond these a response of this service could not return the value.
MAX_DEPTH: Final = 100
MAX_NUMBER: Final = 1e18
GZIP_WBITS: Final = 31
# Code points that cannot be stored: control characters and lone surrogates.
UNSTORABLE: Final = re.compile(f"[{CONTROL_CLASS}\ud800-\udfff]")
# Statuses after which the same request may be sent again.
RETRIED_STATUSES: Final = {429, 502, 503, 504}
# No other system stops our work for longer, whatever its Retry-After asks for (seconds).
MAX_RETRY_AFTER: Final = 900


class OutgoingFault(enum.Enum):
    """Enumerate the reasons why a request got no usable response."""

    ADDRESS = "address"  # not https, or an address that is not allowed
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    INCOMPLETE = "incomplete"
    REDIRECT = "redirect"
    STATUS = "status"
    FORMAT = "format"  # not JSON, or not of the expected shape


class OutgoingError(Exception):
    """Report a request without a usable response; `status` is the HTTP status, or 0 when there was none.

    `was_sent` is false only when no connection was made: then the other system cannot have read anything.
    """

    def __init__(self, fault: OutgoingFault, status: int = 0, *, was_sent: bool = True) -> None:
        super().__init__(f"{fault.value} {status}" if status else fault.value)
        self.fault = fault
        self.status = status
        self.was_sent = was_sent


# Faults after which the same request may be sent again, as after RETRIED_STATUSES.
PASSING_FAULTS: Final = (OutgoingFault.UNREACHABLE, OutgoingFault.INCOMPLETE)


@dataclass(frozen=True)
class OutgoingResponse:
    """Hold the status of a response, its parsed JSON (None when it is not JSON), and the pause it asks for (seconds, 0: none)."""

    status: int
    content: Any
    retry_after: int = 0


@dataclass(frozen=True)
class OutgoingLimits:
    """Bound one whole response (`max_bytes` after decompression); `private` allows http and private networks."""

    seconds: float
    max_bytes: int
    private: bool

    @classmethod
    def usual(cls) -> Self:
        """Return the limits that the settings define for survey platforms."""
        return cls(settings.OUTGOING_SECONDS, settings.OUTGOING_MAX_BYTES, settings.OUTGOING_ALLOW_PRIVATE)


def resolve_allowed_addresses(host: str, port: int, private: bool) -> list[str]:
    """Resolve `host` and return the addresses that may be connected to, with `private` also those of private networks.

    Raises OutgoingError (UNREACHABLE when the name does not resolve, ADDRESS when no address is allowed).
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise OutgoingError(OutgoingFault.UNREACHABLE, was_sent=False) from error
    addresses = list(dict.fromkeys(str(item[4][0]) for item in found))
    allowed = [address for address in addresses if private or is_public(address)]
    if not allowed:
        raise OutgoingError(OutgoingFault.ADDRESS, was_sent=False)
    return allowed


class _Deadline:
    """Track the time left for one request, including its whole response."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.ends = 0.0

    def start(self) -> None:
        self.ends = time.monotonic() + self.seconds

    def left(self, most: float | None = None) -> float:
        left = self.ends - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left if most is None else min(left, most)


class _DeadlineStream(httpcore.NetworkStream):
    """Wrap a stream so that no read or write waits beyond the clock, however slowly the peer sends."""

    def __init__(self, inner: httpcore.NetworkStream, clock: _Deadline) -> None:
        self.inner = inner
        self.clock = clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.inner.read(max_bytes, self.clock.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.inner.write(buffer, self.clock.left(timeout))

    def close(self) -> None:
        self.inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _DeadlineStream(self.inner.start_tls(ssl_context, server_hostname, self.clock.left(timeout)), self.clock)

    def get_extra_info(self, info: str) -> Any:
        return self.inner.get_extra_info(info)


class _CheckedNetwork(httpcore.NetworkBackend):
    """Connect to the address that was checked, never to a name."""

    def __init__(self, clock: _Deadline, private: bool) -> None:
        self.plain = httpcore.SyncBackend()
        self.clock = clock
        self.private = private

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        refused: Exception = httpcore.ConnectError()
        for address in resolve_allowed_addresses(host, port, self.private):
            try:
                seconds = self.clock.left(CONNECT_SECONDS)
                stream = self.plain.connect_tcp(address, port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                refused = error
            else:
                return _DeadlineStream(stream, self.clock)
        raise refused


@cache
def _build_ssl_context() -> ssl.SSLContext:
    """Return an SSL context with the usual authorities and those of the system (or of SSL_CERT_FILE), read once."""
    context = httpcore.default_ssl_context()
    context.load_default_certs()
    return context


def _read_body(response: httpcore.Response, limit: int) -> bytes:
    """Return the decompressed body, at most `limit` bytes. Raises OutgoingError."""
    headers = {name.lower(): value for name, value in response.headers}
    coding = headers.get(b"content-encoding", b"identity").strip().lower()
    if coding not in (b"identity", b"", b"gzip"):
        raise OutgoingError(OutgoingFault.FORMAT)
    inflater = zlib.decompressobj(GZIP_WBITS) if coding == b"gzip" else None
    body = bytearray()
    for chunk in response.iter_stream():
        body += inflater.decompress(chunk, limit - len(body) + 1) if inflater else chunk
        if len(body) > limit:
            raise OutgoingError(OutgoingFault.TOO_LARGE)
    if inflater and not inflater.eof:
        raise OutgoingError(OutgoingFault.INCOMPLETE)
    return bytes(body)


def _parse_integer(text: str) -> int | str:
    return int(text) if len(text) <= MAX_INTEGER_DIGITS else text


def _parse_float(text: str) -> float | str:
    value = float(text)
    return value if abs(value) < MAX_NUMBER else text


def _replace_unstorable(value: Any, depth: int = 1) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError(depth)
    if isinstance(value, str):
        return UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {UNSTORABLE.sub("\ufffd", key): _replace_unstorable(inner, depth + 1) for key, inner in value.items()}
    return [_replace_unstorable(inner, depth + 1) for inner in value] if isinstance(value, list) else value


def parse_untrusted_json(body: bytes) -> Any:
    """Parse JSON from an untrusted system.

    NaN and infinities become null, overlong numbers stay text, and characters that cannot be stored become U+FFFD.
    Raises OutgoingError (FORMAT) for invalid or too deeply nested JSON.
    """
    try:
        text = body.decode("utf-8", "replace")
        return _replace_unstorable(
            json.loads(text, parse_int=_parse_integer, parse_float=_parse_float, parse_constant=lambda name: None)
        )
    except (ValueError, RecursionError) as error:
        raise OutgoingError(OutgoingFault.FORMAT) from error


def check_address(address: str, private: bool) -> SplitResult:
    """Return the parts of an address that requests may be sent to.

    It must be https (http is allowed with `private`), without a user or a fragment. A literal IP address of a private
    network is refused here; what a name resolves to is checked on connection. Raises OutgoingError (ADDRESS).
    """
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError as error:
        raise OutgoingError(OutgoingFault.ADDRESS) from error
    schemes = ("http", "https") if private else ("https",)
    printable = all("!" <= sign <= "~" for sign in address)
    if not printable or parts.scheme not in schemes or not host or "@" in parts.netloc or parts.fragment:
        raise OutgoingError(OutgoingFault.ADDRESS)
    if not private and _is_ip_address(host) and not is_public(host):
        raise OutgoingError(OutgoingFault.ADDRESS)
    return parts


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class OutgoingClient:
    """Send requests to one other system; `base` is its address, to which paths and queries are appended.

    Raises OutgoingError (ADDRESS) when `base` is not an https address (or http where private addresses are allowed).
    """

    def __init__(self, base: str, limits: OutgoingLimits | None = None) -> None:
        self.limits = limits or OutgoingLimits.usual()
        parts = check_address(base, self.limits.private)
        if parts.query:
            raise OutgoingError(OutgoingFault.ADDRESS)
        self.base = base.rstrip("/")
        self.host = parts.hostname
        self.clock = _Deadline(self.limits.seconds)
        self.pool = httpcore.ConnectionPool(
            ssl_context=_build_ssl_context(),
            max_connections=1,
            keepalive_expiry=30,
            network_backend=_CheckedNetwork(self.clock, self.limits.private),
        )

    def close(self) -> None:
        self.pool.close()

    def get(self, path: str, query: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> Any:
        """Send a GET as `get_bytes` does, and return the JSON response."""
        return parse_untrusted_json(self.get_bytes(path, query, headers))

    def get_bytes(
        self, path: str, query: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Send a GET and return the content of the response.

        A temporary fault (PASSING_FAULTS, RETRIED_STATUSES) is retried up to OUTGOING_ATTEMPTS times, with growing pauses.
        """
        target = path + (f"?{urlencode(query, quote_via=quote)}" if query else "")
        for attempt in range(1, settings.OUTGOING_ATTEMPTS + 1):
            try:
                return self._ask("GET", target, headers or {})
            except OutgoingError as error:
                passing = error.fault in PASSING_FAULTS or error.status in RETRIED_STATUSES
                if not passing or attempt == settings.OUTGOING_ATTEMPTS:
                    raise
                time.sleep(min(settings.OUTGOING_PAUSE_SECONDS * 3 ** (attempt - 1), MAX_PAUSE))
        raise OutgoingError(OutgoingFault.UNREACHABLE)

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        """POST JSON once and return the JSON response."""
        return self.send("POST", path, body, headers or {})

    def send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Any:
        """Send JSON once and return the JSON response."""
        sent = {"Content-Type": "application/json", **headers}
        return parse_untrusted_json(self._ask(method, path, sent, json.dumps(body).encode()))

    def exchange(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> OutgoingResponse:
        """Send one request once, with `body` as JSON, and return the response whatever its status (not a redirect).

        Raises OutgoingError when there is no response, or more of it than the limits allow.
        """
        content = None if body is None else json.dumps(body).encode()
        sent = {"Accept": "application/json", "Accept-Encoding": "gzip", **(headers or {})}
        if content is not None:
            sent["Content-Type"] = "application/json"
        with self._asked(method, path, sent, content) as response:
            if 300 <= response.status < 400:
                raise OutgoingError(OutgoingFault.REDIRECT, response.status)
            raw = _read_body(response, self.limits.max_bytes)
            asked = {name.lower(): value for name, value in response.headers}.get(b"retry-after", b"")
            pause = min(int(asked[:9]), MAX_RETRY_AFTER) if asked.isdigit() else 0
            try:
                return OutgoingResponse(response.status, parse_untrusted_json(raw), pause)
            except OutgoingError:
                return OutgoingResponse(response.status, None, pause)

    def deliver(self, target: str, content: bytes, headers: Mapping[str, str]) -> int:
        """POST `content` once and return the status of the response, whatever it is.

        The body of the response is not read and a redirect is not followed. Raises OutgoingError when there is no
        response.
        """
        with self._asked("POST", target, headers, content) as response:
            return response.status

    def _ask(self, method: str, target: str, headers: Mapping[str, str], content: bytes | None = None) -> bytes:
        """Send one request and return the content of its response, which must be 200."""
        wanted = {"Accept": "application/json", "Accept-Encoding": "gzip", **headers}
        with self._asked(method, target, wanted, content) as response:
            if response.status != 200:
                redirect = 300 <= response.status < 400
                raise OutgoingError(OutgoingFault.REDIRECT if redirect else OutgoingFault.STATUS, response.status)
            return _read_body(response, self.limits.max_bytes)

    @contextmanager
    def _asked(
        self, method: str, target: str, headers: Mapping[str, str], content: bytes | None
    ) -> Iterator[httpcore.Response]:
        """Send one request and yield its open response.

        The log gets the host and the fault, never the whole address: it may hold ids.
        """
        self.clock.start()
        sent: list[tuple[bytes | str, bytes | str]] = [("User-Agent", "Tabanca"), *headers.items()]
        seconds = self.limits.seconds
        limits = {"connect": seconds, "read": seconds, "write": seconds, "pool": seconds}
        try:
            with self.pool.stream(
                method, self.base + target, headers=sent, content=content, extensions={"timeout": limits}
            ) as response:
                yield response
        except OutgoingError as error:
            logger.warning("%s %s: %s", method, self.host, error)
            raise
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, zlib.error) as error:
            logger.warning("%s %s: %s", method, self.host, type(error).__name__)
            unsent = isinstance(error, httpcore.ConnectError | httpcore.ConnectTimeout | httpcore.PoolTimeout)
            raise OutgoingError(_classify_error(error), was_sent=not unsent) from error


def _classify_error(error: Exception) -> OutgoingFault:
    if isinstance(error, httpcore.TimeoutException):
        return OutgoingFault.TIMEOUT
    if isinstance(error, httpcore.RemoteProtocolError | zlib.error | httpcore.ReadError):
        return OutgoingFault.INCOMPLETE
    return OutgoingFault.UNREACHABLE
