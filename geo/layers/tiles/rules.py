"""Define the tiles of the web-mercator scheme, and what they hold at which zoom."""

import math
from dataclasses import dataclass

from geo.layers.types import Box

MIN_ZOOM, MAX_ZOOM = 0, 22
# Clients scale up the tiles of this zoom for deeper ones: the grid of a tile is 15 cm here.
DEEPEST_ZOOM = 16
# Up to this zoom a tile holds clusters; above it, single features.
CLUSTER_ZOOM = 13
# A tile has 16 x 16 cells (8 x 8 of a crowd at zoom 14). Where a country fills the screen, it has 8 x 8: circles of many households stand apart, and a
# number fits in each. From farther away a cell of those would be larger than a region.
CELL_ZOOMS_BELOW_TILE = 4
COUNTRY_ZOOMS, COUNTRY_CELL_ZOOMS_BELOW_TILE = (6, 7, 8), 3
# How far a group stands from the border of its cell, on the screens of clients with tiles of 512 pixels: as far as the
# circle is wide that is drawn for its number, so that circles do not cover one another. Very large ones may reach a little
# beyond: else they would stand too far from their place. So many pixels, and so many for each
# root of the number: about the radii of the console's map/sizes.js.
TILE_PIXELS = 512
GROUP_PIXELS = ((7, 0.6), (14, 0.15))
# The deepest zoom at which a crowded tile still holds clusters, and the zoom of the cells that count its rows.
CROWD_ZOOM = 14
CONTOUR_ZOOM = 9
# From this zoom on a tile reads few rows wherever it lies: the database plans its statement once for all of them.
PLANNED_ZOOM = 13
BUFFER = 64 / 4096
# Part of the ETag: increase it when tiles of the same rows get other content, such as one more property.
TILE_CONTENT_VERSION = 3
# Of lines, corners that move them by less are left out: half a point of a screen whose tiles have 512.
LINE_TOLERANCE = 0.5 / 512
WORLD_METRES = 40_075_016.686


# Not mercantile: no release since 2021, no margins, and half of this is SQL (docs/decisions/0074-small-libraries.md).
@dataclass(frozen=True)
class Tile:
    """Identify a tile of the web-mercator scheme."""

    z: int
    x: int
    y: int

    @property
    def exists(self) -> bool:
        return MIN_ZOOM <= self.z <= MAX_ZOOM and 0 <= self.x < 1 << self.z and 0 <= self.y < 1 << self.z

    def compute_box(self, buffer: float = BUFFER) -> Box:
        """Return west, south, east, north in degrees, with a margin of `buffer` sides, clamped to the world."""
        count = 1 << self.z
        west, east = ((self.x + side) / count * 360 - 180 for side in (-buffer, 1 + buffer))
        north, south = (_compute_latitude((self.y + side) / count) for side in (-buffer, 1 + buffer))
        return max(west, -180.0), max(south, -90.0), min(east, 180.0), min(north, 90.0)

    def compute_cell_range(self, z: int) -> tuple[int, int, int, int]:
        """Return min x, max x, min y, max y of the tile's cells at the deeper zoom `z`."""
        deeper = z - self.z
        return self.x << deeper, (self.x + 1 << deeper) - 1, self.y << deeper, (self.y + 1 << deeper) - 1


def find_cell_zoom(zoom: int) -> int:
    """Return the zoom of the cells whose rows a tile of a zoom shows as one."""
    return zoom + (COUNTRY_CELL_ZOOMS_BELOW_TILE if zoom in COUNTRY_ZOOMS else CELL_ZOOMS_BELOW_TILE)


def compute_cell_pixels(cells_below_tile: int) -> int:
    """Return how wide a cell is on the screen of a client, at the zoom of its tile."""
    return TILE_PIXELS >> cells_below_tile


def compute_line_tolerance(zoom: int) -> float:
    """Return in metres of the projection how far a line of the tiles of a zoom may lie from its place."""
    return WORLD_METRES / (1 << zoom) * LINE_TOLERANCE


def _compute_latitude(part: float) -> float:
    """Return the latitude at a fraction (0 north, 1 south) of the projection's height."""
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * part))))
