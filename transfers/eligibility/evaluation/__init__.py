"""Evaluate households by rule sets: one with the reasons, many with counts, and rules that are not saved."""
