"""Export what other features may use of density; the rest of the package is private."""

from analysis.density.queries import compute_density_of, count_cells, count_inhabitants, draw_cells, find_points

__all__ = ["compute_density_of", "count_cells", "count_inhabitants", "draw_cells", "find_points"]
