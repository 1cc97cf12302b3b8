"""Describe what is compared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, Q, QuerySet


@dataclass(frozen=True)
class DatedRows:
    """Hold rows with the column that dates them, and how those of a condition are added up.

    `prefix` leads from a row to what has its area; `is_by_day` says that `moment` is a day and not an instant.
    """

    rows: QuerySet[Any]
    moment: str
    add_up: Callable[[Q], Aggregate]
    prefix: str = ""
    is_by_day: bool = False
