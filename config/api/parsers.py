"""Parse JSON strictly.

Bodies are bounded, UTF-8, without NaN, Infinity and control characters, and without values that could be stored but
not returned.
"""

import re
from typing import Any, Final

import orjson
from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from config.controls import has_controls, replace_controls
from config.errors.problems import Problem, invalid

# Responses nest the values of requests, and orjson serializes at most 254 levels.
MAX_DEPTH: Final = 100
# PostgreSQL returns larger JSON numbers as integers, which orjson cannot serialize.
MAX_NUMBER: Final = 2.0**63
# Bodies that do not match, and with at most MAX_DEPTH brackets, contain nothing to refuse: most are not traversed.
SUSPECT: Final = re.compile(
    rb"\\u00(?:[0189]|7[fF])|\\[bf]|\\u[fF]{3}|\x7f|\xc2[\x80-\x9f]|\xef\xbf[\xbe\xbf]|\d{19}|\d[eE]\+?\d"
)


def find_unstorable_value(value: Any) -> tuple[str, str] | None:
    """Return the path of a value that cannot be stored and returned, with a sentence; None when there is none.

    Find control characters, huge numbers and too deep nesting.
    """
    level: list[tuple[str, Any]] = [("", value)]  # iterative, because the client controls the depth
    for _depth in range(MAX_DEPTH):
        inner: list[tuple[str, Any]] = []
        for path, item in level:
            if isinstance(item, dict):
                inner += [(path, name) for name in item if has_controls(name)]
                inner += [(f"{path}.{name}" if path else name, child) for name, child in item.items()]
            elif isinstance(item, list):
                inner += [(f"{path}[{place}]", child) for place, child in enumerate(item)]
            elif isinstance(item, str) and has_controls(item):
                return path, _("Ce texte contient un caractère de contrôle, qui ne se voit pas. Retapez-le.")
            elif isinstance(item, float) and abs(item) >= MAX_NUMBER:
                return path, _("Un nombre est trop grand.")
        if not inner:
            return None
        level = inner
    return "", _("Le corps est imbriqué trop profondément.")


class StrictJSONParser(BaseParser):
    """Parse a JSON object or array. Raises PAYLOAD_TOO_LARGE or VALIDATION_ERROR."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        raw = stream.read(settings.JSON_MAX_BYTES + 1)
        if len(raw) > settings.JSON_MAX_BYTES:
            raise Problem("PAYLOAD_TOO_LARGE")
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError as error:
            raise ParseError(_("Le corps n'est pas du JSON valide.")) from error
        if SUSPECT.search(raw) or raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
            found = find_unstorable_value(value)
            if found:
                path, reason = found
                raise invalid({replace_controls(path) or "corps": [reason]})
        return value
