"""Show complaints on the map, at the locality that they are about."""
