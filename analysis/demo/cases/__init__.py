"""Invented cases, so that the protected statistics have something to tell and to hide."""
