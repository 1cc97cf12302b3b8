"""Describe a kind of row of which a preview tells how many somebody sees."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from config.caller import Scope


@dataclass(frozen=True)
class PreviewKind:
    """Describe a kind of row: its name, the permission that opens it, and the rows that a scope sees."""

    label: Any
    permission: str
    list_rows: Callable[[Scope], QuerySet[Any]]
