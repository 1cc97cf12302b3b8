"""Texts as they are sent: those of one line have no line breaks, those of a form no control characters."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.problems import invalid
from config.controls import BREAK, has_controls

LONGEST_LINE = 255


def tidy(serializer: serializers.Serializer, sent: Any) -> Any:
    """Return the body as the serializer should read it. Raises VALIDATION_ERROR for control characters in a form; the
    parser has refused them in JSON."""
    if not isinstance(sent, QueryDict):
        return _join_lines(serializer, sent)
    faulty = [name for name, value in sent.items() if isinstance(value, str) and has_controls(value)]
    if faulty:
        raise invalid({name: [_("Un caractère de contrôle n'est pas accepté.")] for name in faulty})
    return sent


def _is_line(field: Any) -> bool:
    """Return whether a field holds one line: a text of a limited length, up to that of names. Secrets stay as they are."""
    if not isinstance(field, serializers.CharField) or not field.trim_whitespace:
        return False
    return field.max_length is not None and field.max_length <= LONGEST_LINE


def _join_lines(field: Any, value: Any) -> Any:
    """Return what was sent for a field, with blanks for the tabs and line breaks of one-line texts, at any depth."""
    if isinstance(value, str):
        return BREAK.sub(" ", value.strip()) if BREAK.search(value) and _is_line(field) else value
    if isinstance(value, dict) and isinstance(field, serializers.Serializer):
        known = field.fields
        return {name: _join_lines(known[name], item) if name in known else item for name, item in value.items()}
    if isinstance(value, list) and isinstance(field, (serializers.ListSerializer, serializers.ListField)):
        return [_join_lines(field.child, item) for item in value]
    return value
