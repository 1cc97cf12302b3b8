"""Measure PMT methods and cut-offs against a survey that knows what households consume."""
