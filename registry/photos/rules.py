"""Limit the photographs of a household."""

from typing import Final

MOST_PHOTOS: Final = 6
# The console sends a tenth of this; larger ones would take minutes to see on a slow line.
MOST_BYTES: Final = 3 * 1024 * 1024
KINDS: Final = ("image/jpeg", "image/png")
