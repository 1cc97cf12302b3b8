"""The way out: only to addresses of the open internet, and only to the very address that was checked."""

import socket
from typing import Any

import pytest

from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingFault, parse_untrusted_json
from config.public_addresses import is_public


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4007::1"])
def test_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "64:ff9b:1::a00:1",
        "::10.0.0.1",
        "::ffff:0:10.0.0.1",
        "fec0::1",
        "3fff::1",
        "5f00::1",
        "fe80::1%eth0",
        "192.88.99.1",
    ],
)
def test_own_networks(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "base",
    [
        "ftp://example.org",
        "file:///etc/passwd",
        "https://",
        "https://a:b@example.org",
        "https://example.org?x=1",
        "http://example.org",
        "example.org",
    ],
)
def test_addresses_that_are_none(base: str) -> None:
    with pytest.raises(OutgoingError) as caught:
        OutgoingClient(base)
    assert caught.value.fault is OutgoingFault.ADDRESS


@pytest.mark.parametrize("address", ["10.0.0.7", "169.254.169.254", "::1"])
def test_a_name_that_leads_inside(monkeypatch: Any, settings: Any, address: str) -> None:
    settings.OUTGOING_ATTEMPTS = 1
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: [(family, 1, 6, "", (address, 443))])
    opened: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *args, **more: opened.append(args))
    with pytest.raises(OutgoingError) as caught:
        OutgoingClient("https://kobo.example.org").get("/")
    assert (caught.value.fault, opened) == (OutgoingFault.ADDRESS, [])


def test_the_checked_address_is_the_one_connected_to(monkeypatch: Any, settings: Any) -> None:
    """A name server that answers otherwise the second time is not asked a second time."""
    settings.OUTGOING_ATTEMPTS = 1
    answers = ["8.8.4.4", "127.0.0.1"]
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *args, **more: [(socket.AF_INET, 1, 6, "", (answers.pop(0), 443))]
    )
    opened: list[str] = []

    def refuse(place: tuple[str, int], *args: Any, **more: Any) -> None:
        opened.append(place[0])
        raise OSError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(OutgoingError) as caught:
        OutgoingClient("https://kobo.example.org").get("/")
    assert (caught.value.fault, opened, answers) == (OutgoingFault.UNREACHABLE, ["8.8.4.4"], ["127.0.0.1"])


def test_json_of_strangers() -> None:
    read = parse_untrusted_json(
        b'{"a": NaN, "b": 1e999, "c": 99999999999999999999999, "d": "x\\u0000\\ud800", "\\u0000": [1.5, -3]}'
    )
    assert read == {"a": None, "b": "1e999", "c": "9" * 23, "d": "x\ufffd\ufffd", "\ufffd": [1.5, -3]}
    assert parse_untrusted_json(b"[1e17, -1e18, 1e300]") == [1e17, "-1e18", "1e300"]
    for broken in (b"", b"{", b"[" * 100_000, b"[" * 200 + b"]" * 200, b"\xff", b"<html>"):
        with pytest.raises(OutgoingError):
            parse_untrusted_json(broken)
