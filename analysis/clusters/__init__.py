"""Find where poor areas lie beside poor ones: local Moran's I of the mean score."""
