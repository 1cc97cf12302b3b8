"""Define how long complaints may take."""

from typing import Final

# After how many more working days a late complaint, of which the team was told, is told to the direction.
DIRECTION_DAYS: Final = 3
