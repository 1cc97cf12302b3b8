"""Reconcile what operators say in their statements with what was paid, in sessions that people decide and close."""
