"""Hold what each app promises about its data."""

from collections.abc import Callable

from config.hooks import Hook

# Under the name shown to the operator; a check returns the fault as a sentence, or None when it holds.
data_checks = Hook[Callable[[], str | None]]("checks of the data")
