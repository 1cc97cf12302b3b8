"""Import the models of all features, so that Django finds them here."""

from analysis.proximity.models import NearestService
from analysis.vbg.imports.models import VbgUpload

__all__ = ["NearestService", "VbgUpload"]
