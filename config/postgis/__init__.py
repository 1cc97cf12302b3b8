"""Provide the database backend of the service: GeoDjango's PostGIS, which also counts the commits that it begins."""
