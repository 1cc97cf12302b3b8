"""Add rule sets to the demonstration."""
