"""Declare what upper features add to density: the types of points that it counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from analysis.density.rules import POINT_TYPES
from config.caller import Caller
from config.hooks import Hook


@dataclass(frozen=True)
class PointSource:
    """Describe a type of points.

    `permission` is that of its single rows, which a small cell would reveal. `find_points` takes the caller and the
    filters (region: UUIDs, categorie: codes) and returns visible rows with `geom` (a point, not null) and `score_pmt` (a
    poverty score, or null); both may be annotations.
    """

    permission: str
    find_points: Callable[[Caller, Mapping[str, Any]], QuerySet[Any]]


class PointSources(Hook[PointSource]):
    """Hold the sources of the documented types."""

    def register(self, name: str, item: PointSource) -> None:
        """Add the source of a type. Raises KeyError for a type that the API does not document."""
        if name not in POINT_TYPES:
            raise KeyError(name)
        super().register(name, item)


point_sources = PointSources("Types of points of density")
