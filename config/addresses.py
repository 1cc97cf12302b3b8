"""Find the network address of a client, trusting X-Forwarded-For only behind known proxies."""

import ipaddress
from functools import lru_cache
from typing import Any, Final

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]
LOCAL: Final = "127.0.0.1"


@lru_cache(maxsize=8)
def _parse_networks(proxies: tuple[str, ...]) -> Networks:
    return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)


def parse_address(text: str) -> Address | None:
    """Return the IP address in `text` without its zone, or None when it is not an address.

    An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, as an IPv6 socket reports an IPv4 peer) is returned as IPv4.
    """
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted_proxy(address: Address | None) -> bool:
    """Return whether `address` belongs to TRUSTED_PROXIES."""
    return address is not None and any(
        address in network for network in _parse_networks(tuple(settings.TRUSTED_PROXIES))
    )


def find_client_address(request: Any) -> str:
    """Return REMOTE_ADDR or, behind TRUSTED_PROXIES, the last X-Forwarded-For address that is not one of them.

    An invalid entry from a trusted proxy ends the search: that proxy's own address is returned.
    """
    address = parse_address(request.META.get("REMOTE_ADDR") or LOCAL) or ipaddress.ip_address(LOCAL)
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    while hops and is_trusted_proxy(address):
        hop = parse_address(hops.pop())
        if hop is None:
            break
        address = hop
    return str(address)
