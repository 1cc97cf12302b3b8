"""JSON in, strictly: bounded, UTF-8, no NaN or Infinity, no control characters, and nothing that could be stored but not
shown again."""

import re
from typing import Any, Final

import orjson
from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from config.api.problems import Problem, invalid
from config.controls import has_controls, replace_controls

# Answers wrap what was sent, and are written by a library that stops at 254.
MAX_DEPTH: Final = 100
# PostgreSQL answers a larger number as an integer, which no answer can hold.
MAX_NUMBER: Final = 2.0**63
# Bodies without these, and with fewer brackets than MAX_DEPTH, hold none of what is refused: most are not walked over.
SUSPECT: Final = re.compile(
    rb"\\u00(?:[0189]|7[fF])|\\[bf]|\\u[fF]{3}|\x7f|\xc2[\x80-\x9f]|\xef\xbf[\xbe\xbf]|\d{19}|\d[eE]\+?\d"
)


def find_unkept(value: Any) -> tuple[str, str] | None:
    """Return what inside `value` cannot be kept and shown again, as its path and a sentence: a control character, a huge
    number, too deep a nesting."""
    level: list[tuple[str, Any]] = [("", value)]  # not by recursion: the sender decides how deep it goes
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
        if SUSPECT.search(raw) or raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
            found = find_unkept(value)
            if found:
                path, reason = found
                raise invalid({replace_controls(path) or "corps": [reason]})
        return value
