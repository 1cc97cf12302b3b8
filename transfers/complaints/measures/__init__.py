"""Propose what a resolution asks of others, which is then done by who may."""
