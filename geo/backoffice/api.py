"""Export what other features may use of backoffice; the rest of the package is private."""

from geo.backoffice.admin import MapAdmin

__all__ = [
    "MapAdmin",
]
