"""The caller's network address, believed only as far as the proxies in front are known."""

import ipaddress
from typing import Any

from config.addresses import is_trusted_proxy, parse_address

LOCAL = "127.0.0.1"


def client_address(request: Any) -> str:
    """REMOTE_ADDR, or, behind TRUSTED_PROXIES, the last address in X-Forwarded-For that is not one of them.

    What a proxy of ours passes on that is no address ends the search: the proxy itself counts then.
    """
    address = parse_address(request.META.get("REMOTE_ADDR") or LOCAL) or ipaddress.ip_address(LOCAL)
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    while hops and is_trusted_proxy(address):
        hop = parse_address(hops.pop())
        if hop is None:
            break
        address = hop
    return str(address)
