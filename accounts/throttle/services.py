"""Refusing who asks too often: RATE_LIMITED with the seconds to wait."""

import ipaddress
import time

from django.conf import settings

from config.api.problems import Problem
from config.sql import Queries

SQL = Queries(__file__, "throttle.sql")


def too_often() -> Problem:
    """RATE_LIMITED until the minute is over."""
    return Problem("RATE_LIMITED", headers={"Retry-After": str(60 - int(time.time()) % 60)})


def network(address: str) -> str:
    """Whom an address belongs to: one of IPv4, or the /64 of IPv6, which one customer has to himself."""
    parsed = ipaddress.ip_address(address)
    return str(parsed) if parsed.version == 4 else str(ipaddress.ip_network((parsed, 64), strict=False))


def count_sign_in(address: str) -> None:
    """Count a sign-in (or a request for a new password) from an address. Raises RATE_LIMITED."""
    seen = SQL.one("count_one", {"subject": f"a:{network(address)}"})["count"]
    if seen > settings.SIGN_INS_PER_MINUTE:
        raise too_often()


def forget_old() -> int:
    """Remove the counts of minutes that are over."""
    return SQL.run("forget")
