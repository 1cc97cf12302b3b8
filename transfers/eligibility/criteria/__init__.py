"""Add the rule sets that a programme applies to its criteria."""
