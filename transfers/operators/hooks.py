"""Hold what upper features know of the money that accounts will need."""

from collections.abc import Callable, Iterable
from uuid import UUID

from config.hooks import Hook

# By account id, the amount (XOF) that validated payments will take from it and that is not reserved yet.
funding_needs = Hook[Callable[[Iterable[UUID]], dict[UUID, int]]]("funding needs of accounts")
