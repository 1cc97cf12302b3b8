"""Manage programmes and, on top of them, enrolment and payments."""
