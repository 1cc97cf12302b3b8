"""JSON in, strictly: bounded, UTF-8, no NaN or Infinity, no NUL character (PostgreSQL cannot store it)."""

from typing import Any

import orjson
from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from config.api.problems import Problem


def has_nul(value: Any) -> bool:
    """Whether any text inside `value` holds U+0000."""
    waiting = [value]  # not by recursion: the sender decides how deep it goes
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if "\x00" in item:
                return True
        elif isinstance(item, dict):
            waiting += [*item, *item.values()]
        elif isinstance(item, list):
            waiting += item
    return False


class StrictJSONParser(BaseParser):
    """Parses a JSON object or array. Raises PAYLOAD_TOO_LARGE or VALIDATION_ERROR."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        raw = stream.read(settings.JSON_MAX_BYTES + 1)
        if len(raw) > settings.JSON_MAX_BYTES:
            raise Problem("PAYLOAD_TOO_LARGE")
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError as error:
            raise ParseError(_("Le corps n'est pas du JSON valide.")) from error
        if b"\\u0000" in raw and has_nul(value):
            raise ParseError(_("Le caractère NUL n'est pas accepté."))
        return value
