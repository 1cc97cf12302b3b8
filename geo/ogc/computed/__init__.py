"""Serve what is computed on request, as coverage and density, as collections with parameters."""
