"""The caller's network address, believed only as far as the proxies in front are known."""

import ipaddress
from functools import lru_cache
from typing import Any

from django.conf import settings

LOCAL = "127.0.0.1"
Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


@lru_cache(maxsize=8)
def _networks(proxies: tuple[str, ...]) -> Networks:
    return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address without its zone; one of IPv4 that a socket of IPv6 shows (`::ffff:`) is one of IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def client_address(request: Any) -> str:
    """REMOTE_ADDR, or, behind TRUSTED_PROXIES, the last address in X-Forwarded-For that is not one of them.

    What a proxy of ours passes on that is no address ends the search: the proxy itself counts then.
    """
    trusted = _networks(tuple(settings.TRUSTED_PROXIES))
    address = _parsed(request.META.get("REMOTE_ADDR") or LOCAL) or ipaddress.ip_address(LOCAL)
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    while hops and any(address in network for network in trusted):
        hop = _parsed(hops.pop())
        if hop is None:
            break
        address = hop
    return str(address)
