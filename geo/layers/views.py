"""Define the base views of layers and of the map's lists."""

from typing import Any

import orjson
from rest_framework.response import Response

from accounts.tokens.api import KeyAuthentication, TokenAuthentication
from config.api.views import EnvelopeView
from config.errors.problems import forbidden, not_found
from geo.layers.hooks import map_layers
from geo.layers.queries import count_rows, list_items, list_placed_items
from geo.layers.types import ItemList, Layer


class LayerView(EnvelopeView):
    """Serve one layer, to tokens and keys; `require_layer_permission` requires the permission that it declares."""

    authentication_classes: list = [KeyAuthentication, TokenAuthentication]

    def require_layer_permission(self, layer: Layer) -> Layer:
        if not self.caller.holds(layer.permission):
            raise forbidden()
        return layer

    def find_permitted_layer(self, name: str) -> Layer:
        """Return the layer of this name. Raises NOT_FOUND if there is none, FORBIDDEN if the caller may not see it."""
        layer = map_layers.get(name)
        if layer is None:
            raise not_found()
        return self.require_layer_permission(layer)


class MapListView(EnvelopeView):
    """Serve a list of one layer; subclasses set `layer` (a registered name, or a layer) and document the response."""

    layer: str | Layer

    def find_layer(self) -> Layer:
        return map_layers[self.layer] if isinstance(self.layer, str) else self.layer

    def build_placed_response(self) -> Response:
        """Build the response of a layer whose rows may have no position: `sansPosition` counts those."""
        found, total, without_position = list_placed_items(self.find_layer(), self.caller, self.query)
        return self.build_items_response(found, total, sansPosition=without_position)

    def build_list_response(self, **extra: Any) -> Response:
        """Query the rows of the layer and build the response of the items."""
        layer = self.find_layer()
        rows = layer.find_rows(self.caller, self.query, self.query.get("bbox"))
        items = list_items(layer, rows, self.caller, self.query.get("limit"))
        return self.build_items_response(items, count_rows(items, rows), **extra)

    def build_items_response(self, items: ItemList, total: int, **extra: Any) -> Response:
        """Build the response: the items, the number of all rows, and whether the list is truncated."""
        return self.ok(orjson.Fragment(items.json), total=total, tronque=total > items.count, **extra)
