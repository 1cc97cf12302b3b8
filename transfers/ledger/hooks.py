"""Hold the invariants of the money, those of the features above included."""

from collections.abc import Callable

from config.hooks import Hook

# Under the name of the invariant; each returns up to a hundred rows that break it, in words. Empty when it holds.
ledger_invariants = Hook[Callable[[], list[str]]]("invariants of the ledger")
