"""Print sheets as PDF."""
