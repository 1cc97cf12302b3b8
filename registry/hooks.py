"""What registry hands out at start-up."""

from geo.layers import catalogue
from registry.households.layer import HOUSEHOLDS

catalogue.register(HOUSEHOLDS)
