"""Describe the features that a computed collection answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ComputedFeatures:
    """Hold GeoJSON features, each with an `id`, and how many there are in all when some were cut off."""

    features: list[dict[str, Any]]
    total: int
