"""Render JSON: UTC date-times with a numeric offset, exact decimals as numbers, UUIDs as strings."""

from decimal import Decimal
from typing import Any

import orjson
from django.utils.encoding import force_str
from django.utils.functional import Promise


def _convert_value(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, Promise):
        return force_str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def render_json(value: Any) -> bytes:
    """Return JSON bytes; numpy arrays become lists.

    Decimals become numbers here; fields that the contract sends as decimal strings must be strings already.
    """
    return orjson.dumps(value, default=_convert_value, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY)
