"""Limit sign-ins per minute: RATE_LIMITED with the seconds to wait in Retry-After."""

import ipaddress
import time

from django.conf import settings

from config.errors.problems import Problem
from config.sql import Queries

SQL = Queries(__file__, "throttle.sql")


def rate_limited() -> Problem:
    """Return RATE_LIMITED, with Retry-After until the end of the minute."""
    return Problem("RATE_LIMITED", retry_after=60 - int(time.time()) % 60)


def find_network(address: str) -> str:
    """Return what an address is counted as: itself (IPv4), or its /64 network (IPv6), which one customer controls."""
    parsed = ipaddress.ip_address(address)
    return str(parsed) if parsed.version == 4 else str(ipaddress.ip_network((parsed, 64), strict=False))


def count_sign_in(address: str) -> None:
    """Count a sign-in (or a password reset request) from an address. Raises RATE_LIMITED."""
    seen = SQL.one("count_one", {"subject": f"a:{find_network(address)}"})["count"]
    if seen > settings.SIGN_INS_PER_MINUTE:
        raise rate_limited()


def delete_old_counts() -> int:
    """Delete counts older than ten minutes. Return the number of rows deleted."""
    return SQL.run("forget")
