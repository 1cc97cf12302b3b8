"""Read the evaluations that were stored, by rule set and by household."""
