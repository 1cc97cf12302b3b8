"""Finalise sessions: settle what was unknown, correct what the statement says otherwise, and close."""
