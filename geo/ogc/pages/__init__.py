"""Render resources of the service as HTML (a library)."""
