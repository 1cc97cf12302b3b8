"""Define what counting a sign-in attempt decides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountedAttempt:
    """Hold whether an attempt is refused, and how many seconds its lock still lasts; None without a lock."""

    refused: bool
    wait: float | None
