"""Define PMT methods, and derive poverty category and eligibility from a score."""
