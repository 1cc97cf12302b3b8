"""Tell addresses of the public internet from private ones."""

import ipaddress
from typing import Final

# The globally routed part of IPv6, the part of it reserved for documentation, and the 6to4 relays, which wrap IPv6 in
# IPv4.
UNICAST: Final = ipaddress.ip_network("2000::/3")
DOCUMENTATION: Final = ipaddress.ip_network("3fff::/20")
RELAYS: Final = ipaddress.ip_network("192.88.99.0/24")


def is_public(address: str) -> bool:
    """Return whether an IP address is reachable on the public internet.

    Private, link-local, loopback, shared and multicast addresses are not, nor those that embed another address.
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        # Nothing on the internet uses what else the library calls global (old site-local, embedded IPv4, translation).
        if ip not in UNICAST or ip in DOCUMENTATION or ip.sixtofour or ip.teredo:
            return False
    return ip.is_global and not ip.is_multicast and ip not in RELAYS
