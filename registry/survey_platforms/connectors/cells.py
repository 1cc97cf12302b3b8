"""Convert answers to cells: the text that a person would have typed."""

import json
from typing import Any, Final

# Replaces an unknown altitude in a position whose accuracy is known.
UNKNOWN_ALTITUDE: Final = "-"
MAX_PARTS: Final = 4


def format_cell(value: Any) -> str:
    """Return an answer as a person would type it: `7` for 7.0, oui or non, the number of rows of a repeat."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.10f}".rstrip("0")
    if isinstance(value, list):
        return str(len(value))
    return json.dumps(value) if isinstance(value, dict) else str(value)


def split_position(value: Any) -> tuple[str, str, str, str]:
    """Split "lat lon altitude accuracy" into latitude, longitude, altitude and accuracy.

    Any other text is returned as the latitude, so that the check of the rows reports it.
    """
    parts = ["" if part == UNKNOWN_ALTITUDE else part for part in format_cell(value).split()]
    if not 2 <= len(parts) <= MAX_PARTS:
        return format_cell(value), "", "", ""
    latitude, longitude, altitude, accuracy = [*parts, "", ""][:MAX_PARTS]
    return latitude, longitude, altitude, accuracy
