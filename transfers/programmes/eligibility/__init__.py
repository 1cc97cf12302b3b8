"""Compose the criteria of a programme as SQL: for the preview, every enrolment and counts."""
