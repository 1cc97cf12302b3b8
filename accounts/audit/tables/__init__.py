"""Describe which tables are audited, and build their triggers."""
