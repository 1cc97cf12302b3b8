"""Parse network addresses and recognise the trusted proxies."""

import ipaddress
from functools import lru_cache

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


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
