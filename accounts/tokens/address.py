"""Find the client's network address, trusting X-Forwarded-For only behind known proxies."""

import ipaddress
from typing import Any

from config.addresses import is_trusted_proxy, parse_address

LOCAL = "127.0.0.1"


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
