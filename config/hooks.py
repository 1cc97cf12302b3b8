"""Collect what upper features add to a lower one at start-up, so that nothing is imported upward."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Hook(Mapping[str, T]):
    """Hold named contributions in the order of their registration.

    A feature declares its hooks in its `hooks.py`; the apps above call `register` from theirs, which run once at
    start-up. After that a hook is only read.
    """

    def __init__(self, purpose: str) -> None:
        """Make an empty hook; `purpose` says in errors what it is for."""
        self.purpose = purpose
        self._items: dict[str, T] = {}

    def register(self, name: str, item: T) -> None:
        """Add an item. Raises ValueError for a name that is registered already."""
        if name in self._items:
            raise ValueError(f"{self.purpose}: {name!r} is registered already.")
        self._items[name] = item

    @contextmanager
    def override(self, **items: T) -> Iterator[None]:
        """Replace all contributions within a `with` block. For tests."""
        previous, self._items = self._items, dict(items)
        try:
            yield
        finally:
            self._items = previous

    def __getitem__(self, name: str) -> T:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)
