"""Add to a hook for one test."""

from typing import Any

import pytest

from config.hooks import Hook


def add_to(monkeypatch: pytest.MonkeyPatch, hook: Hook[Any], **items: Any) -> None:
    """Register items, also in place of others, until the end of the test."""
    for name, item in items.items():
        monkeypatch.setitem(hook._items, name, item)
