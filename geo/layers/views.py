"""Serve exports, vector tiles and TileJSON, and define the base view of the map's lists."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import orjson
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.translation import get_language
from rest_framework.response import Response

from config.api import etag
from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import forbidden, not_found
from geo.layers import export, lists, tiles
from geo.layers.catalogue import LAYERS, Layer, find_layer
from geo.layers.extent import compute_extent
from geo.layers.serializers import ExportParams, TileParams, parse_layer_filters, refuse_unknown_filters

NO_STORE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Language"}
# Streamed while they are generated, without Content-Length; other formats are written to a file first.
STREAMED: Final = {"geojson": export.stream_geojson, "csv": export.stream_csv}
MVT = "application/vnd.mapbox-vector-tile"


class LayerView(EnvelopeView):
    """Serve one layer; `authorise` requires the permission that the layer declares."""

    def authorise(self, layer: Layer) -> Layer:
        if not self.caller.holds(layer.permission):
            raise forbidden()
        return layer

    def layer_of(self, name: str) -> Layer:
        """Return the layer of this name. Raises NOT_FOUND if there is none, FORBIDDEN if the caller may not see it."""
        layer = find_layer(name)
        if layer is None:
            raise not_found()
        return self.authorise(layer)


class MapListView(EnvelopeView):
    """Serve a list of one layer; subclasses set `layer` (a registered name, or a layer) and document the response."""

    layer: str | Layer

    def answer(self, **extra: Any) -> Response:
        """Build the response: the items, the number of all rows, and whether the list is truncated."""
        layer = LAYERS[self.layer] if isinstance(self.layer, str) else self.layer
        rows = layer.within(layer.filtered(layer.rows(self.caller), self.query), self.query.get("bbox"))
        found = lists.list_items(layer, rows, self.caller, self.query.get("limit"))
        return self.listed(found, lists.count_rows(found, rows), **extra)

    def listed(self, found: lists.ItemList, total: int, **extra: Any) -> Response:
        return self.ok(orjson.Fragment(found.json), total=total, tronque=total > found.count, **extra)


class LayerExport(LayerView):
    """Serve a layer as a file, streamed in constant memory whatever the number of rows."""

    permission = "geo.exporter"
    allowance = EXPORT

    @declare_operation("Exporte une couche : GeoJSON, CSV, GeoPackage, FlatGeobuf ou GeoParquet", query=ExportParams,
               media="application/geo+json")  # fmt: skip
    def get(self, request: Any) -> StreamingHttpResponse:
        layer = self.authorise(self.query["type"])
        refuse_unknown_filters(layer, request.query_params, besides=("type", "format", "bbox"))
        values = parse_layer_filters(layer, request.query_params, besides=("type", "format"))
        rows = layer.within(layer.filtered(layer.rows(self.caller), values), self.query.get("bbox"))
        form = self.query["format"]
        headers = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
        headers["Content-Disposition"] = f'attachment; filename="{layer.name}.{export.FORMATS[form].suffix}"'
        media = export.FORMATS[form].media
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=media, headers=headers)
        if form in STREAMED:
            require_chunked_transfer(request)
        turn = ExportTurn(self.caller.id)
        try:
            if form in STREAMED:
                body: Any = start_stream(STREAMED[form](layer, rows, self.caller))
            else:
                body, size = export.convert_layer(layer, rows, self.caller, form)
                headers["Content-Length"] = str(size)
        except BaseException:
            turn.release()
            raise
        return StreamingHttpResponse(ExportBody(body, turn), content_type=media, headers=headers)


class StartedStream:
    """Iterate over blocks of which the first two are already read.

    A database error is then raised before the response starts, and becomes an error response.
    """

    def __init__(self, blocks: Any) -> None:
        self.source = blocks
        self.blocks = chain([next(blocks), next(blocks)], blocks)

    def __iter__(self) -> Iterator[bytes]:
        return self.blocks

    def close(self) -> None:
        """Cancel the COPY; called when the response ends or the client disconnects."""
        self.source.close()


def start_stream(blocks: Any) -> Any:
    return StartedStream(blocks)


class VectorTile(LayerView):
    """Serve a vector tile, or 304 when the caller already has this version; an empty tile is 204."""

    permission = "geo.lire"

    @declare_operation("Tuile vectorielle d'une couche", query=TileParams, media=MVT)
    def get(self, request: Any, couche: str, z: int, x: int, y: int) -> HttpResponse:
        layer = self.layer_of(couche)
        tile = tiles.Tile(z, x, y)
        if not tile.exists:
            raise not_found()
        values = parse_layer_filters(layer, request.query_params)
        tag = tiles.compute_tile_etag(layer, tile, self.caller, values, get_language())
        headers = {"ETag": tag, **NO_STORE}
        if etag.is_match(request.headers.get("If-None-Match"), tag):
            return HttpResponse(status=304, headers=headers)
        body = tiles.render_tile(layer, tile, self.caller, values)
        return HttpResponse(body, status=200 if body else 204, content_type=MVT, headers=headers)


class TileJson(LayerView):
    """Serve the TileJSON 3.0 of a layer; the URL of its tiles keeps the filters of the query."""

    permission = "geo.lire"

    @declare_operation("Description TileJSON des tuiles d'une couche", query=TileParams, media="application/json")
    def get(self, request: Any, couche: str) -> Response:
        layer = self.layer_of(couche)
        parse_layer_filters(layer, request.query_params)
        query = request.META.get("QUERY_STRING", "")
        address = request.build_absolute_uri(f"/api/carte/tuiles/{layer.name}/")
        west, south, east, north = compute_extent(self.caller)
        described = {
            "tilejson": "3.0.0",
            "name": layer.name,
            "description": str(layer.title),
            "scheme": "xyz",
            "tiles": [f"{address}{{z}}/{{x}}/{{y}}.mvt{'?' if query else ''}{query}"],
            "minzoom": tiles.MIN_ZOOM,
            "maxzoom": tiles.DEEPEST,
            "bounds": [west, south, east, north],
            "vector_layers": [
                {"id": layer.name, "description": str(layer.title), "fields": tiles.list_tile_fields(layer)}
            ],
            "filters": sorted(layer.filters),
        }
        return Response(described, headers=NO_STORE)
