"""Make packages of a region for tablets without a network: layers with styles, and the vector tiles of the map."""
