"""Settle what a complaint is about, and where."""
