"""Households and what surrounds them: projects, campaigns, members, file imports."""
