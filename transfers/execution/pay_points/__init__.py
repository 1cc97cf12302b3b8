"""Define where people of several villages are paid in cash."""
