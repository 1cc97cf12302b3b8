"""Describe what a plan found."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Findings:
    """Hold the figure of a plan, the rows that are shown, and the features of the map; `total` counts all rows.

    `figure` is None without any row to compute it from, and for plans that ask for rows instead of a figure.
    `whole` are the rows that a share is a share of; `rejected` are the counted households whose collection was rejected.
    """

    figure: float | int | None
    rows: list[dict[str, Any]]
    total: int
    features: list[dict[str, Any]] = field(default_factory=list)
    whole: int | None = None
    rejected: int = 0
