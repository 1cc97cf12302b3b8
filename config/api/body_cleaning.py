"""Clean the texts of request bodies: no line breaks in one-line texts, no control characters in forms."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from config.controls import BREAK, has_controls
from config.errors.problems import invalid

LONGEST_LINE = 255


def clean_body(serializer: serializers.Serializer, sent: Any) -> Any:
    """Return the body with the line breaks of one-line texts replaced by blanks; a form is returned unchanged.

    Raises VALIDATION_ERROR for control characters in a form; in JSON the parser has refused them already.
    """
    if not isinstance(sent, QueryDict):
        return _join_lines(serializer, sent)
    faulty = [name for name, value in sent.items() if isinstance(value, str) and has_controls(value)]
    if faulty:
        raise invalid({name: [_("Un caractère de contrôle n'est pas accepté.")] for name in faulty})
    return sent


def _is_line(field: Any) -> bool:
    """Return whether a field is one line: trimmed text of at most LONGEST_LINE characters. Secrets are not trimmed."""
    if not isinstance(field, serializers.CharField) or not field.trim_whitespace:
        return False
    return field.max_length is not None and field.max_length <= LONGEST_LINE


def _join_lines(field: Any, value: Any) -> Any:
    """Return a field's value, at any depth, with tabs and line breaks of one-line texts replaced by blanks."""
    if isinstance(value, str):
        return BREAK.sub(" ", value.strip()) if BREAK.search(value) and _is_line(field) else value
    if isinstance(value, dict) and isinstance(field, serializers.Serializer):
        known = field.fields
        return {name: _join_lines(known[name], item) if name in known else item for name, item in value.items()}
    if isinstance(value, list) and isinstance(field, (serializers.ListSerializer, serializers.ListField)):
        return [_join_lines(field.child, item) for item in value]
    return value
