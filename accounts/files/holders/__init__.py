"""Hold which objects files are attached to."""
