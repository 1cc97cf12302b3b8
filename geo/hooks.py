"""What geo hands out at start-up."""

from geo.facilities.layers import LAYERS as PLACES
from geo.layers.areas import LAYERS as AREAS
from geo.layers.catalogue import register

for _layer in (*AREAS, *PLACES):
    register(_layer)
