"""Import the models of all features, so that Django finds them here."""

from analysis.proximity.models import NearestService

__all__ = ["NearestService"]
