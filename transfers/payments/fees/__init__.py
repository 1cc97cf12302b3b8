"""Simulate and apply the fees of payments."""
