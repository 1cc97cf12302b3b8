"""Export what other features may use of proximity; the rest of the package is private."""

from analysis.proximity.kinds import KINDS
from analysis.proximity.services import rebuild_nearest

__all__ = [
    "KINDS",
    "rebuild_nearest",
]
