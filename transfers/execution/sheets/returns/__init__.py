"""Take the returns of sheets."""
