"""Activate, deactivate and exit beneficiaries."""
