"""Name what columns of identifiers refer to."""
