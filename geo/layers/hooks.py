"""Declare what upper apps add to the map."""

from config.hooks import Hook
from geo.layers.types import Layer

# By name in addresses and parameters. Lists, exports, tiles and analyses serve each layer that is registered here.
map_layers = Hook[Layer]("Layers of the map")
