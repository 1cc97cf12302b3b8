"""Tell people of complaints that they must know of: once, and many together."""
