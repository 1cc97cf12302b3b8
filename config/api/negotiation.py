"""Render every response in the view's own format, whatever Accept says: the contract has no other representation."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation


class ViewFormatNegotiation(BaseContentNegotiation):
    """Select the view's first renderer, and the parser by the content type."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        for parser in parsers:
            if kind == parser.media_type or (parser.media_type == "application/json" and kind.endswith("+json")):
                return parser
        return None

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type
