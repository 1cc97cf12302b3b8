"""Define what counting a sign-in attempt decides."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountedAttempt:
    """Hold whether an attempt is refused, how many seconds its lock still lasts (None: no lock), and its number."""

    refused: bool
    wait: float | None
    failures: int
