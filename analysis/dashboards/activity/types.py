"""Describe what was done lately."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Activity:
    """Hold one thing that was done: to households, to the payments of a cycle, or about a complaint."""

    type: str
    action: str
    description: str
    user: Mapping[str, Any] | None
    timestamp: datetime
    metadata: Mapping[str, Any]
