"""Network addresses, and which of them are proxies of ours."""

import ipaddress
from functools import lru_cache

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


@lru_cache(maxsize=8)
def _networks(proxies: tuple[str, ...]) -> Networks:
    return tuple(ipaddress.ip_network(proxy, strict=False) for proxy in proxies)


def parse_address(text: str) -> Address | None:
    """Return an address without its zone; one of IPv4 that a socket of IPv6 shows (`::ffff:`) is one of IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted_proxy(address: Address | None) -> bool:
    """Tell whether an address is one of TRUSTED_PROXIES."""
    return address is not None and any(address in network for network in _networks(tuple(settings.TRUSTED_PROXIES)))
