"""Serve layers as files."""

from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from typing import Any, Final

from django.http import StreamingHttpResponse

from config.api.export_turns import ExportBody, ExportTurn, require_chunked_transfer
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.api.unknown_parameters import STRICT
from geo.layers.exports.queries import stream_csv, stream_geojson
from geo.layers.exports.rules import FORMATS
from geo.layers.exports.serializers import ExportParams
from geo.layers.exports.services import convert_layer
from geo.layers.filters import TileFilters
from geo.layers.serializers import parse_layer_filters, refuse_unknown_filters
from geo.layers.views import LayerView

# Streamed while they are generated, without Content-Length; other formats are written to a file first.
STREAMED: Final = {"geojson": stream_geojson, "csv": stream_csv}


class LayerExport(LayerView):
    """Serve a layer as a file, streamed in constant memory whatever the number of rows."""

    permission = "geo.exporter"
    allowance = EXPORT

    def list_known_parameters(self) -> Iterable[str]:
        """Return whatever was sent: `get` refuses unknown parameters, whether or not the query is strict."""
        return self.request.query_params.keys()

    @declare_operation(
        "Exporte une couche : GeoJSON, CSV, GeoPackage, FlatGeobuf ou GeoParquet",
        filters=TileFilters,
        query=ExportParams,
        media="application/geo+json",
    )
    def get(self, request: Any) -> StreamingHttpResponse:
        layer = self.require_layer_permission(self.query["type"])
        refuse_unknown_filters(layer, request.query_params, besides=("type", "format", "bbox", STRICT))
        values = parse_layer_filters(layer, request.query_params, self.caller, besides=("type", "format"))
        rows = layer.find_rows(self.caller, values, self.query.get("bbox"))
        file_format = self.query["format"]
        headers = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
        headers["Content-Disposition"] = f'attachment; filename="{layer.name}.{FORMATS[file_format].suffix}"'
        media = FORMATS[file_format].media
        if request.method == "HEAD":
            return StreamingHttpResponse(iter(()), content_type=media, headers=headers)
        if file_format in STREAMED:
            require_chunked_transfer(request)
        turn = ExportTurn(self.caller.id)
        try:
            if file_format in STREAMED:
                body: Any = StartedStream(STREAMED[file_format](layer, rows, self.caller))
            else:
                body, size = convert_layer(layer, rows, self.caller, file_format)
                headers["Content-Length"] = str(size)
        except BaseException:
            turn.release()
            raise
        return StreamingHttpResponse(ExportBody(body, turn), content_type=media, headers=headers)


class StartedStream:
    """Iterate over blocks of which the first two are already read.

    A database error is then raised before the response starts, and becomes an error response.
    """

    def __init__(self, blocks: Generator[bytes, None, None]) -> None:
        self.source = blocks
        self.blocks = chain([next(blocks), next(blocks)], blocks)

    def __iter__(self) -> Iterator[bytes]:
        return self.blocks

    def close(self) -> None:
        """Cancel the COPY; called when the response ends or the client disconnects."""
        self.source.close()
