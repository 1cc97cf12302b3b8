"""Propose, evaluate and decide many graduations, with a verdict on each."""
