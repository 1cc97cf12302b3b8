"""Declare what upper apps add to the collections: features that are computed from parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from config.api.parameters import SerializerClass
from config.caller import Caller
from config.filters import FilterSet
from config.hooks import Hook
from geo.ogc.computed.types import ComputedFeatures


@dataclass(frozen=True)
class ComputedCollection:
    """Describe a collection whose features are computed.

    `parameters` and `filters` validate what a request may ask; each has a default, so that a program that asks for the
    items alone gets some. `compute` takes the caller and the valid values, and may raise FORBIDDEN.
    """

    title: Any
    description: Any
    permission: str
    parameters: SerializerClass
    filters: type[FilterSet]
    compute: Callable[[Caller, Mapping[str, Any]], ComputedFeatures]

    def list_parameters(self) -> list[str]:
        """Return the names of what a request may ask, beside box and limits."""
        return [*self.parameters().get_fields(), *self.filters.base_filters]


# By name in addresses; a layer of the map must not have it.
computed_collections = Hook[ComputedCollection]("Computed collections")
