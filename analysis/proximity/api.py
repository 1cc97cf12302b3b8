"""Export what other features may use of proximity; the rest of the package is private."""

from analysis.proximity.queries import filter_reachable
from analysis.proximity.rules import DISTANCE_SOURCE, DISTANCES, SERVICE_KINDS
from analysis.proximity.services import rebuild_nearest

__all__ = [
    "DISTANCES",
    "DISTANCE_SOURCE",
    "SERVICE_KINDS",
    "filter_reachable",
    "rebuild_nearest",
]
