"""The caller's network address, believed only as far as the proxies in front are known."""

from typing import Any

from django.conf import settings


def client_address(request: Any) -> str:
    """REMOTE_ADDR, or, behind TRUSTED_PROXIES, the last address in X-Forwarded-For that is not one of them."""
    address = request.META.get("REMOTE_ADDR") or "127.0.0.1"
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    while address in settings.TRUSTED_PROXIES and hops:
        address = hops.pop()
    return address
