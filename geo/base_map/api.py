"""Export what other features may use of the base map; the rest of the package is private."""

from geo.base_map.layer import BASE_MAP_LAYER
from geo.base_map.rules import CLASS_LABELS
from geo.base_map.services import load_base_map

__all__ = ["BASE_MAP_LAYER", "CLASS_LABELS", "load_base_map"]
