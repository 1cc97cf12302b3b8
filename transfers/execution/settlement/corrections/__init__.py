"""Correct what was settled, when the operator's statement proves otherwise."""
