"""Provide areas, scope, facilities and map layers."""
