"""Provide the social registry: households, members, projects, campaigns, quality, duplicates and imports."""
