"""Export what other features may use of OGC API; the rest of the package is private."""

from geo.ogc.computed.hooks import ComputedCollection, computed_collections
from geo.ogc.computed.types import ComputedFeatures

__all__ = ["ComputedCollection", "ComputedFeatures", "computed_collections"]
