"""Answers as cells: what a person would have typed."""

import json
from typing import Any, Final

# Stands in a position for an altitude that is not known while the accuracy is.
UNKNOWN: Final = "-"
MOST_PARTS: Final = 4


def cell(value: Any) -> str:
    """An answer as a person would type it: `7` for 7.0, oui and non, the number of rows of a repeat."""
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


def position(value: Any) -> tuple[str, str, str, str]:
    """Latitude, longitude, altitude and accuracy of "lat lon altitude accuracy".

    What is no such text is handed on as the latitude, where the check of the rows will name it.
    """
    parts = ["" if part == UNKNOWN else part for part in cell(value).split()]
    if not 2 <= len(parts) <= MOST_PARTS:
        return cell(value), "", "", ""
    latitude, longitude, altitude, accuracy = [*parts, "", ""][:MOST_PARTS]
    return latitude, longitude, altitude, accuracy
