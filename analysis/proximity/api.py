"""Export what other features may use of proximity; the rest of the package is private."""

from analysis.proximity.queries import filter_chosen, filter_reachable
from analysis.proximity.rules import DISTANCE_SOURCE, DISTANCES, SERVICE_KINDS
from analysis.proximity.services import rebuild_nearest
from analysis.proximity.types import ServiceChoice

__all__ = [
    "DISTANCES",
    "DISTANCE_SOURCE",
    "SERVICE_KINDS",
    "ServiceChoice",
    "filter_chosen",
    "filter_reachable",
    "rebuild_nearest",
]
