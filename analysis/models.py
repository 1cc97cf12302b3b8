"""Django finds an app's models here; each feature owns its own."""

from analysis.proximity.models import NearestService

__all__ = ["NearestService"]
