"""Plan visits after a graduation, and record which took place."""
