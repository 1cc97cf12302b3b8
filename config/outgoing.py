"""Asking other systems over HTTP: the one way out.

The address comes from the settings (of a webhook: from an administrator). The name is resolved here and the connection
made to the very address that was checked, so that a name cannot point elsewhere a moment later. No redirect is
followed. An answer is read up to a size (counted after inflating) and a time that covers all of it, and is treated as
hostile. Never call this inside a database transaction: a slow answer would hold its locks.
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
from typing import Any, Final, Self
from urllib.parse import SplitResult, quote, urlencode, urlsplit

import httpcore
from django.conf import settings

from config.controls import CLASS

logger = logging.getLogger("tabanca.outgoing")

CONNECT_SECONDS: Final = 10.0
MAX_PAUSE: Final = 30.0
LONGEST_INTEGER: Final = 18
# Deeper, or larger than this, and an answer of ours could not show it again.
MAX_DEPTH: Final = 100
MAX_NUMBER: Final = 1e18
GZIP: Final = 31
# What is not kept: control characters, and halves of characters.
UNKEEPABLE: Final = re.compile(f"[{CLASS}\ud800-\udfff]")
# What the internet routes of IPv6, the part of that kept for examples, and relays that wrap one protocol in the other.
UNICAST: Final = ipaddress.ip_network("2000::/3")
DOCUMENTATION: Final = ipaddress.ip_network("3fff::/20")
RELAYS: Final = ipaddress.ip_network("192.88.99.0/24")
# Answers after which the same question may be asked again.
PASSING: Final = {429, 502, 503, 504}


class Fault(enum.Enum):
    """Why a question got no usable answer."""

    ADDRESS = "address"  # not https, or an address that is not allowed
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    INCOMPLETE = "incomplete"
    REDIRECT = "redirect"
    STATUS = "status"
    FORMAT = "format"  # not JSON, or not of the expected shape


class OutgoingError(Exception):
    """A question without a usable answer; `status` is the HTTP status where there was one."""

    def __init__(self, fault: Fault, status: int = 0) -> None:
        super().__init__(f"{fault.value} {status}" if status else fault.value)
        self.fault = fault
        self.status = status


@dataclass(frozen=True)
class Limits:
    """What one other system may cost, and where it may be.

    `seconds` for all of one answer, `max_bytes` of it unpacked, `private`: own networks and http are allowed.
    """

    seconds: float
    max_bytes: int
    private: bool

    @classmethod
    def usual(cls) -> Self:
        """Those of the settings for platforms."""
        return cls(settings.OUTGOING_SECONDS, settings.OUTGOING_MAX_BYTES, settings.OUTGOING_ALLOW_PRIVATE)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet: not private, link-local, loopback, shared or multicast,
    and not one that wraps another address."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        # What else the library calls global (old site-local, IPv4 inside, translation) is nobody's on the internet.
        if ip not in UNICAST or ip in DOCUMENTATION or ip.sixtofour or ip.teredo:
            return False
    return ip.is_global and not ip.is_multicast and ip not in RELAYS


def allowed_addresses(host: str, port: int, private: bool) -> list[str]:
    """The addresses of a host that may be connected to, with `private` also those of own networks.

    Raises OutgoingError when there is none.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise OutgoingError(Fault.UNREACHABLE) from error
    addresses = list(dict.fromkeys(str(item[4][0]) for item in found))
    allowed = [address for address in addresses if private or is_public(address)]
    if not allowed:
        raise OutgoingError(Fault.ADDRESS)
    return allowed


class _Clock:
    """The time that one question may still take, all of its answer included."""

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


class _Stream(httpcore.NetworkStream):
    """A stream that never waits beyond the clock, however slowly the other side drips."""

    def __init__(self, inner: httpcore.NetworkStream, clock: _Clock) -> None:
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
        return _Stream(self.inner.start_tls(ssl_context, server_hostname, self.clock.left(timeout)), self.clock)

    def get_extra_info(self, info: str) -> Any:
        return self.inner.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    """Connects to the address that was checked, never to a name."""

    def __init__(self, clock: _Clock, private: bool) -> None:
        self.plain = httpcore.SyncBackend()
        self.clock = clock
        self.private = private

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:  # fmt: skip
        refused: Exception = httpcore.ConnectError()
        for address in allowed_addresses(host, port, self.private):
            try:
                seconds = self.clock.left(CONNECT_SECONDS)
                stream = self.plain.connect_tcp(address, port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                refused = error
            else:
                return _Stream(stream, self.clock)
        raise refused


def _trust() -> ssl.SSLContext:
    """The usual authorities, and those of the system (or of SSL_CERT_FILE), among them a country's own."""
    context = httpcore.default_ssl_context()
    context.load_default_certs()
    return context


def _read(response: httpcore.Response, limit: int) -> bytes:
    """The whole answer, inflated, up to `limit` bytes. Raises OutgoingError."""
    headers = {name.lower(): value for name, value in response.headers}
    coding = headers.get(b"content-encoding", b"identity").strip().lower()
    if coding not in (b"identity", b"", b"gzip"):
        raise OutgoingError(Fault.FORMAT)
    inflater = zlib.decompressobj(GZIP) if coding == b"gzip" else None
    body = bytearray()
    for chunk in response.iter_stream():
        body += inflater.decompress(chunk, limit - len(body) + 1) if inflater else chunk
        if len(body) > limit:
            raise OutgoingError(Fault.TOO_LARGE)
    if inflater and not inflater.eof:
        raise OutgoingError(Fault.INCOMPLETE)
    return bytes(body)


def _integer(text: str) -> int | str:
    return int(text) if len(text) <= LONGEST_INTEGER else text


def _float(text: str) -> float | str:
    value = float(text)
    return value if abs(value) < MAX_NUMBER else text


def _keepable(value: Any, depth: int = 1) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError(depth)
    if isinstance(value, str):
        return UNKEEPABLE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {UNKEEPABLE.sub("\ufffd", key): _keepable(inner, depth + 1) for key, inner in value.items()}
    return [_keepable(inner, depth + 1) for inner in value] if isinstance(value, list) else value


def parse(body: bytes) -> Any:
    """JSON from a stranger: no NaN, no endless numbers (they stay text), U+FFFD for what is no character.

    Raises OutgoingError.
    """
    try:
        text = body.decode("utf-8", "replace")
        return _keepable(json.loads(text, parse_int=_integer, parse_float=_float, parse_constant=lambda name: None))
    except (ValueError, RecursionError) as error:
        raise OutgoingError(Fault.FORMAT) from error


def checked(address: str, private: bool) -> SplitResult:
    """The parts of an address that may be asked: https (http with `private`), no user, no fragment.

    An address that outright names a network of one's own is refused; where a name leads is seen when it is asked.
    Raises OutgoingError (ADDRESS).
    """
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError as error:
        raise OutgoingError(Fault.ADDRESS) from error
    schemes = ("http", "https") if private else ("https",)
    printable = all("!" <= sign <= "~" for sign in address)
    if not printable or parts.scheme not in schemes or not host or "@" in parts.netloc or parts.fragment:
        raise OutgoingError(Fault.ADDRESS)
    if not private and _is_address(host) and not is_public(host):
        raise OutgoingError(Fault.ADDRESS)
    return parts


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Outgoing:
    """One other system: `base` is its address; a path and a query are put behind it.

    Raises OutgoingError, ADDRESS for a base that is no https address (http where private addresses are allowed).
    """

    def __init__(self, base: str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits.usual()
        parts = checked(base, self.limits.private)
        if parts.query:
            raise OutgoingError(Fault.ADDRESS)
        self.base = base.rstrip("/")
        self.host = parts.hostname
        self.clock = _Clock(self.limits.seconds)
        self.pool = httpcore.ConnectionPool(
            ssl_context=_trust(), max_connections=1, keepalive_expiry=30,
            network_backend=_Network(self.clock, self.limits.private),
        )  # fmt: skip

    def close(self) -> None:
        self.pool.close()

    def get(self, path: str, query: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> Any:
        """The JSON answer to a GET, asked again after a passing fault (with a pause, as long as was asked for)."""
        target = path + (f"?{urlencode(query, quote_via=quote)}" if query else "")
        for attempt in range(1, settings.OUTGOING_ATTEMPTS + 1):
            try:
                return self._ask("GET", target, headers or {})
            except OutgoingError as error:
                passing = error.fault in (Fault.UNREACHABLE, Fault.INCOMPLETE) or error.status in PASSING
                if not passing or attempt == settings.OUTGOING_ATTEMPTS:
                    raise
                time.sleep(min(settings.OUTGOING_PAUSE_SECONDS * 3 ** (attempt - 1), MAX_PAUSE))
        raise OutgoingError(Fault.UNREACHABLE)

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        """The JSON answer to a POST of JSON, asked once."""
        return self._ask(
            "POST", path, {"Content-Type": "application/json", **(headers or {})}, json.dumps(body).encode()
        )

    def deliver(self, target: str, content: bytes, headers: Mapping[str, str]) -> int:
        """POST `content`, once; the status of the answer, whatever it is. Its body is not read, a redirect not
        followed. Raises OutgoingError when nothing answered."""
        with self._asked("POST", target, headers, content) as response:
            return response.status

    def _ask(self, method: str, target: str, headers: Mapping[str, str], content: bytes | None = None) -> Any:
        """The JSON answer to one question."""
        wanted = {"Accept": "application/json", "Accept-Encoding": "gzip", **headers}
        with self._asked(method, target, wanted, content) as response:
            if response.status != 200:
                redirect = 300 <= response.status < 400
                raise OutgoingError(Fault.REDIRECT if redirect else Fault.STATUS, response.status)
            return parse(_read(response, self.limits.max_bytes))

    @contextmanager
    def _asked(
        self, method: str, target: str, headers: Mapping[str, str], content: bytes | None
    ) -> Iterator[httpcore.Response]:
        """One question, open for reading. The log gets the host and the fault, never the address asked: it may hold
        ids."""
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
            raise OutgoingError(_fault(error)) from error


def _fault(error: Exception) -> Fault:
    if isinstance(error, httpcore.TimeoutException):
        return Fault.TIMEOUT
    if isinstance(error, httpcore.RemoteProtocolError | zlib.error | httpcore.ReadError):
        return Fault.INCOMPLETE
    return Fault.UNREACHABLE
