"""Export what other features may use of the quality dashboard; the rest of the package is private."""

from registry.quality_dashboard.services import analyse_visible_households, refresh_quality_tallies

__all__ = ["analyse_visible_households", "refresh_quality_tallies"]
