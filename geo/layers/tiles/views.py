"""Serve vector tiles and their TileJSON."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.errors.problems import not_found
from geo.layers.areas.queries import compute_extent
from geo.layers.filters import TileFilters
from geo.layers.hooks import map_layers
from geo.layers.serializers import parse_layer_filters
from geo.layers.tiles.queries import compute_tile_etag, find_tile_version, list_tile_fields, render_tile
from geo.layers.tiles.rules import DEEPEST_ZOOM, MIN_ZOOM, Tile
from geo.layers.views import LayerView

CACHE_HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Language"}
MVT = "application/vnd.mapbox-vector-tile"


class TileView(LayerView):
    """Serve the tiles of a layer, filtered by its own filters."""

    def list_known_parameters(self) -> Iterable[str]:
        layer = map_layers.get(self.kwargs["couche"])
        return layer.filters.base_filters if layer else super().list_known_parameters()


class VectorTile(TileView):
    """Serve a vector tile, or 304 when the caller already has this version; an empty tile is 204."""

    permission = "geo.lire"

    @declare_operation("Tuile vectorielle d'une couche", filters=TileFilters, media=MVT)
    def get(self, request: Any, couche: str, z: int, x: int, y: int) -> HttpResponse:
        layer = self.find_permitted_layer(couche)
        tile = Tile(z, x, y)
        if not tile.exists:
            raise not_found()
        values = parse_layer_filters(layer, request.query_params, self.caller)
        self.allow_time_of_filters(layer.filters, values)

        def build_headers(version: int | bytes) -> dict[str, str]:
            tag = compute_tile_etag(layer, version, tile, self.caller, values, get_language())
            return {"ETag": tag, **CACHE_HEADERS}

        if held := request.headers.get("If-None-Match"):
            headers = build_headers(find_tile_version(layer, tile, self.caller, values))
            if etag.is_match(held, headers["ETag"]):
                return HttpResponse(status=304, headers=headers)
        # The tag is that of the rows that were read, whatever is written meanwhile.
        body, version = render_tile(layer, tile, self.caller, values)
        return HttpResponse(body, status=200 if body else 204, content_type=MVT, headers=build_headers(version))


class TileJson(TileView):
    """Serve the TileJSON 3.0 of a layer; the URL of its tiles keeps the filters of the query."""

    permission = "geo.lire"

    @declare_operation("Description TileJSON des tuiles d'une couche", filters=TileFilters, media="application/json")
    def get(self, request: Any, couche: str) -> Response:
        layer = self.find_permitted_layer(couche)
        parse_layer_filters(layer, request.query_params, self.caller)
        query = request.META.get("QUERY_STRING", "")
        address = request.build_absolute_uri(f"/api/carte/tuiles/{layer.name}/")
        west, south, east, north = compute_extent(self.caller)
        description = {
            "tilejson": "3.0.0",
            "name": layer.name,
            "description": str(layer.title),
            "scheme": "xyz",
            "tiles": [f"{address}{{z}}/{{x}}/{{y}}.mvt{'?' if query else ''}{query}"],
            "minzoom": MIN_ZOOM,
            "maxzoom": DEEPEST_ZOOM,
            "bounds": [west, south, east, north],
            "vector_layers": [{"id": layer.name, "description": str(layer.title), "fields": list_tile_fields(layer)}],
            "filters": sorted(layer.filters.base_filters),
        }
        return Response(description, headers=CACHE_HEADERS)
